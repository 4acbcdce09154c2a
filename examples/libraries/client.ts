// Adds to the balance, lists the ledger, and tells one error from all others: npx node examples/libraries/client.ts
import { readFileSync } from 'node:fs';
import { isSluiceError, Sluice } from '../../client/src/index.ts';

const sluice = new Sluice(JSON.parse(readFileSync('.sluice/quickstart.json', 'utf8')));

// Choose the key and save it before the call. Repeating the call with it does not add the money twice.
const deposit = await sluice.fundSandbox({ amount: '25.00' }, { idempotencyKey: 'first-money' });
const { requestId, replayed } = sluice.answerOf(deposit) ?? {};
console.log(deposit.amount, deposit.currency, replayed ? 'replayed' : 'added', requestId);

for await (const row of sluice.listBalanceTransactions({ limit: 100 })) {
  console.log(row.createdAt, row.type, row.amount, row.balanceAfter);
}

try {
  await sluice.getOrder({ payoutId: 'po_unknown' });
} catch (error) {
  if (!isSluiceError(error, 'NOT_FOUND')) throw error;
  console.log(error.type, error.resolution, error.requestId);
}
