// Checks the ledger of the last day, row by row, and names what each row paid: npx node examples/reconciliation/day.ts
import { readFileSync } from 'node:fs';
import { Sluice } from '../../client/src/index.ts';

const sluice = new Sluice(JSON.parse(readFileSync('.sluice/quickstart.json', 'utf8')));
const dayMs = 24 * 60 * 60 * 1000;
const { data: rows } = await sluice.getBalanceHistory({ createdAfter: new Date(Date.now() - dayMs).toISOString() });

let before: bigint | undefined;
for (const { id, type, amount, balanceAfter, payoutId } of rows) {
  const after = unitsOf(balanceAfter);
  if (before !== undefined && before + unitsOf(amount) !== after) throw new Error(`A row is missing before ${id}.`);
  before = after;
  // Your books know a payout by its reference.
  const payout = payoutId && (await sluice.getOrder({ payoutId }));
  console.log(type, amount, balanceAfter, ...(payout ? [payout.reference ?? payout.payoutId, payout.status] : []));
}

const { available } = await sluice.getBalance();
console.log(
  'available',
  available,
  before === undefined || before === unitsOf(available) ? 'agrees' : 'has moved since',
);

/** Minor units: all rows have the places of the currency. Money is never a floating-point number. */
function unitsOf(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}
