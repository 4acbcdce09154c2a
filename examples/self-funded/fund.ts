// Makes a payout, says where to send its money, and waits until it is paid: npx node examples/self-funded/fund.ts
import { readFileSync } from 'node:fs';
import { Sluice } from '../../client/src/index.ts';

const sluice = new Sluice(JSON.parse(readFileSync('.sluice/live.json', 'utf8')));
const reference = 'salary-march';

const { methods } = await sluice.createRecipient({
  type: 'individual',
  name: 'Grace Hopper',
  country: 'DE',
  externalId: 'employee-7',
  method: { kind: 'fiat', currency: 'EUR', recipientDetails: { iban: 'DE75512108001245126199' } },
});
const payout = await sluice.createPayout(
  { amount: '100.00', destinationAccountId: methods[0]?.destinationAccountId ?? '', funding: 'self', reference },
  // A later run gets the same payout, with the same address.
  { idempotencyKey: reference },
);
if (payout.status === 'pending_approval') throw new Error(`Somebody has to vote on ${payout.approvalId} first.`);
const { payoutId } = payout;

const { funding } = await sluice.getOrder({ payoutId });
if (funding?.status === 'waiting') {
  const { amount, token, chain, address } = await sluice.getPayoutFunding({ payoutId });
  console.log(`Send ${amount} ${token} on ${chain} to ${address}`);
}

for await (const { type } of sluice.followEvents({ payoutId })) {
  console.log(type);
  if (['payout.completed', 'payout.failed', 'payout.canceled'].includes(type)) break;
}
