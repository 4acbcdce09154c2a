// Pays invoice-42 once, however often it runs: npx node examples/payout.ts
import { readFileSync } from 'node:fs';
import { Sluice } from '../client/src/index.ts';

const sluice = new Sluice(JSON.parse(readFileSync('.sluice/quickstart.json', 'utf8')));
const reference = 'invoice-42';

// An idempotency key is kept for seven days, a payout forever: a later run finds the payout by its reference.
const { data: earlier } = await sluice.listOrders({ reference });
const { payoutId } = earlier[0] ?? (await pay());

for await (const { sequence, type } of sluice.followEvents({ payoutId })) {
  console.log(sequence, type);
  if (type !== 'payout.pending' && type !== 'payout.processing') break;
}
console.log(await sluice.getOrder({ payoutId }));

async function pay() {
  // This is sandbox money. It does no harm if several runs add it.
  await sluice.fundSandbox({ amount: '1000.00' });
  // If the externalId and the account exist already, the answer is that recipient.
  const { methods } = await sluice.createRecipient({
    type: 'individual',
    name: 'Ada Lovelace',
    country: 'DE',
    externalId: 'ada',
    method: { kind: 'fiat', currency: 'EUR', recipientDetails: { iban: 'DE89370400440532013000' } },
  });
  const [account] = methods;
  if (!account) throw new Error('This recipient has no account.');
  const { destinationAccountId } = account;
  const { snapshotId } = await sluice.createQuote({ amount: '100.00', destinationAccountId });
  // Use one key per invoice: if two runs overlap, one of them pays and the other is refused.
  return sluice.acceptQuote({ snapshotId, reference }, { idempotencyKey: `pay-${reference}` });
}
