// Pays accounts of the sandbox whose payouts fail, and sees what comes back: npx node examples/testing/outcomes.ts
import { readFileSync } from 'node:fs';
import { Sluice } from '../../client/src/index.ts';

const sluice = new Sluice(JSON.parse(readFileSync('.sluice/quickstart.json', 'utf8')));
await sluice.fundSandbox({ amount: '100.00' });

const { data: scenarios } = await sluice.listPayoutScenarios({ corridorId: 'eur_de_iban' });
for (const { outcome, recipientDetails, status } of scenarios) {
  if (status !== 'failed') continue;
  const { methods } = await sluice.createRecipient({
    type: 'individual',
    name: 'Grace Hopper',
    country: 'DE',
    externalId: `test-${outcome}`,
    method: { kind: 'fiat', currency: 'EUR', recipientDetails },
  });
  const [account] = methods;
  if (!account) throw new Error('This recipient has no account.');
  const { destinationAccountId } = account;
  const reference = `test-${outcome}-${Date.now()}`;
  const { payoutId } = await pay(destinationAccountId, reference);
  // A program that was not answered repeats the call with its key, and gets the same payout.
  const again = await pay(destinationAccountId, reference);
  if (again.payoutId !== payoutId) throw new Error('This was paid twice.');
  for await (const { type } of sluice.followEvents({ payoutId })) if (type === 'payout.failed') break;
  const { failureCode, fundsReturned } = await sluice.getOrder({ payoutId });
  console.log(outcome, failureCode, fundsReturned ? 'the funds are back' : 'the funds are not back');
}

async function pay(destinationAccountId: string, reference: string) {
  const payout = await sluice.createPayout(
    { amount: '1.00', destinationAccountId, reference },
    { idempotencyKey: `pay-${reference}` },
  );
  if (payout.status === 'pending_approval') throw new Error('The policy of this organization wants a vote.');
  return payout;
}
