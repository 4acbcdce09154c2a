import { performed } from '../../support/operations.ts';
import type { Cast } from '../cast.ts';
import type { Storyteller } from '../storyteller.ts';
import type { Paid } from './payouts.ts';

/** Payouts above a threshold wait for people; one is approved, one rejected. */
export async function payByApproval(story: Storyteller, cast: Cast, { destinationAccountId }: Paid): Promise<void> {
  const { key, owner, admin, operator } = cast;
  await story.tell('getPolicy', key);
  const approvers = [owner.userId, operator.userId, admin.userId];
  await story.tell('changePolicy', owner, { body: { approvals: { threshold: '200.00', quorum: 1, approvers } } });
  const pay = (reference: string) =>
    story.tell('createPayout', key, { body: { amount: '250.00', destinationAccountId, reference } });
  const votedOn = async () => {
    const { data } = await story.tell('listApprovals', key, { query: { status: 'pending' } });
    const [{ approvalId, contentHash }] = data;
    return { path: { approvalId }, body: { contentHash } };
  };
  await pay('invoice-44');
  await story.tell('approveApproval', operator, await votedOn());
  await pay('invoice-45');
  await story.tell('rejectApproval', operator, await votedOn());
  const details = { holderName: 'Analytical Engines', iban: 'DE89370400440532013000' };
  await story.tell('registerCollectionAccount', owner, { body: { kind: 'bank', currency: 'EUR', details } });
  await story.tell('rejectApproval', operator, await votedOn());
  const payee = { payeeName: 'Grace Hopper', payeeEmail: 'grace@example.com' };
  await story.tell('createPayoutLink', key, { body: { amount: '250.00', currency: 'USD', ...payee } });
  await story.tell('rejectApproval', operator, await votedOn());
  await runByApproval(story, cast, destinationAccountId);
  await story.tell('rejectApproval', operator, await votedOn());
  await story.pass(60_000);

  const lifting = await story.tell('changePolicy', owner, { body: { approvals: null } });
  await story.tell('approveApproval', operator, { path: { approvalId: lifting.approvalId } });
  await story.pass(20_000);
  await receiveDeposit(story, cast);
}

/** The confirm of a run waits for people, too. */
async function runByApproval(story: Storyteller, { key }: Cast, destinationAccountId: string): Promise<void> {
  const items = [{ amount: '210.00', destinationAccountId, reference: 'prize-march-ada' }];
  const { batchId } = await story.tell('createPayoutBatch', key, {
    body: { externalReferenceId: 'prizes-march', items },
  });
  await story.pass(20_000);
  await story.tell('confirmPayoutBatch', key, { path: { batchId } });
}

/** A transfer that is short of what was announced is held until somebody accepts it. */
async function receiveDeposit(story: Storyteller, { key, operator }: Cast): Promise<void> {
  const { organizationId } = story.organization;
  const transfer = { organizationId, amount: '990.00', currency: 'USD', expected: '1000.00', externalId: 'bank-7' };
  const { depositId } = await performed(story.service, 'credit-deposit', transfer);
  await story.tell('getDeposit', key, { path: { depositId } });
  await story.tell('acceptDeposit', operator, { path: { depositId } });
  await story.tell('listDeposits', key);
}
