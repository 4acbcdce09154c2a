// Makes payouts above 200.00 wait for a vote, asks for one, and votes: npx node examples/approvals/vote.ts
import { readFileSync } from 'node:fs';
import { Sluice } from '../../client/src/index.ts';

const { sessions, ...quickstart } = JSON.parse(readFileSync('.sluice/quickstart.json', 'utf8'));
const { baseUrl, organizationId } = quickstart;
const sluice = new Sluice(quickstart);
// Keys request payouts; people approve them. On one machine, the file has a session for each role.
const owner = new Sluice({ baseUrl, organizationId, session: sessions.owner });
const operator = new Sluice({ baseUrl, organizationId, session: sessions.operator });

const { data: members } = await owner.listMembers();
const approvers = members.filter(({ role }) => role === 'owner' || role === 'operator').map(({ userId }) => userId);
await owner.changePolicy({ approvals: { threshold: '200.00', quorum: 1, approvers } });

await sluice.fundSandbox({ amount: '300.00' });
const { methods } = await sluice.createRecipient({
  type: 'individual',
  name: 'Ada Lovelace',
  country: 'DE',
  externalId: 'ada',
  method: { kind: 'fiat', currency: 'EUR', recipientDetails: { iban: 'DE89370400440532013000' } },
});
const [account] = methods;
if (!account) throw new Error('This recipient has no account.');
const reference = `above-the-threshold-${Date.now()}`;
const asked = await sluice.createPayout({
  amount: '250.00',
  destinationAccountId: account.destinationAccountId,
  reference,
});
if (asked.status !== 'pending_approval') throw new Error('This payout needed no vote.');
console.log('waits for a vote until', asked.expiresAt);
await vote(asked.approvalId);

// The event joins the approval to the payout that it became.
for await (const event of sluice.followEvents({ type: 'payout_approval.executed' })) {
  if (event.type !== 'payout_approval.executed' || event.data.approvalId !== asked.approvalId) continue;
  console.log('became', event.payoutId);
  break;
}

// A change that loosens the policy waits for a vote too.
const loosened = await owner.changePolicy({ approvals: null });
if ('approvalId' in loosened) await vote(loosened.approvalId);

/** Reads what is asked for, and approves exactly that. */
async function vote(approvalId: string): Promise<void> {
  const { data } = await operator.listApprovals({ status: 'pending' });
  const approval = data.find((one) => one.approvalId === approvalId);
  if (!approval) throw new Error('Nothing waits under this id.');
  const { status } = await operator.approveApproval({ approvalId, contentHash: approval.contentHash });
  console.log(approval.kind, status);
}
