import assert from 'node:assert/strict';
import { isSluiceError } from '../../../../client/src/index.ts';
import { ada } from '../journey.ts';
import { expectBooks, readFeed } from './books.ts';
import type { PlayedStage } from './played-stage.ts';
import { until } from './until.ts';

/** Lets two people who have signed in approve a payout, which is then made. */
export async function approveByTwo(stage: PlayedStage): Promise<string> {
  const organization = await stage.organization('voters');
  const { sluice, ownerId } = organization;
  const owner = await stage.person(organization, ownerId);
  const join = async (userId: string) => {
    const { token } = await owner.inviteMember({ email: `${userId}@example.com`, role: 'operator' });
    const person = await stage.person(organization, userId);
    await person.joinOrganization({ token });
    return person;
  };
  const cleo = await join('cleo');
  const dora = await join('dora');
  await owner.changePolicy({ approvals: { threshold: '50.00', quorum: 2, approvers: [ownerId, 'cleo', 'dora'] } });
  await sluice.fundSandbox({ amount: '200.00' });
  const { methods } = await sluice.createRecipient(ada);
  const destinationAccountId = methods[0]?.destinationAccountId ?? '';
  const waiting = await sluice.createPayout({ amount: '60.00', destinationAccountId });
  assert.ok('approvalId' in waiting && typeof waiting.approvalId === 'string', 'a payout above the threshold waits');
  assert.equal((await sluice.getBalance()).available, '140.00');
  const { approvalId } = waiting;
  // The key that asked was issued for the owner, who would approve a payout of their own.
  await assert.rejects(owner.approveApproval({ approvalId }), (error) => isSluiceError(error, 'FORBIDDEN'));
  assert.equal((await cleo.approveApproval({ approvalId })).status, 'pending');
  assert.equal((await dora.approveApproval({ approvalId })).status, 'approved');
  const order = await until('the payout is completed', async () => {
    const [order] = (await sluice.listOrders({})).data;
    return order?.status === 'completed' ? order : undefined;
  });
  assert.equal(order.sourceAmount, '60.00');
  assert.equal(order.approvalId, approvalId);
  const { data: approvals } = await owner.listApprovals({});
  const approval = approvals.find((one) => one.approvalId === approvalId);
  assert.ok(approval, 'the approval stays in the list');
  assert.equal(approval.status, 'executed');
  assert.equal(approval.payoutId, order.payoutId);
  assert.deepEqual(approval.votes.map(({ actorUserId }) => actorUserId).sort(), ['cleo', 'dora']);
  const types = (await readFeed(organization)).map(({ type }) => type);
  for (const type of ['payout_approval.requested', 'payout_approval.executed', 'payout.completed'] as const) {
    assert.equal(types.filter((one) => one === type).length, 1, `${type} is in the feed once`);
  }
  const rows = { deposit: 1, hold: 1, hold_release: 1, payout: 1 };
  await expectBooks(stage, organization, { available: '140.00', rows });
  return 'two people approved a payout, and it was made once';
}
