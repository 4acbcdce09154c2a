import assert from 'node:assert/strict';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { say } from '../../../scripts/support/say.ts';
import { type Approval, approvalRef, approvalWork } from '../../../shared/approvals/approval.ts';
import { itemExists } from '../../../shared/ground/table/conditions.ts';
import { createStore } from '../../../shared/ground/table/create-store.ts';
import { documentClient } from '../../../shared/ground/table/document-client.ts';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { updateOf } from '../../../shared/ground/table/update-expression.ts';
import { OrganizationEntity } from '../../../shared/identity/organization.ts';
import { type DueWork, dueRef, dueTime } from '../../../shared/journal/due/due-work.ts';
import type { Deployed } from './deploy.ts';
import { type Journey, waitForEvent } from './journey.ts';
import type { Cloud } from './ministack.ts';

/** An approval that waits for votes, and what was available before it held its amount. */
export interface WaitingApproval {
  readonly approvalId: string;
  readonly availableBefore: string;
}

/**
 * Lets a payout wait for approval. People set thresholds after signing in, which nobody can do while releases take turns,
 * because a deployment takes away the trust in the issuer of this proof. So the threshold, in cents, is written to the table.
 */
export async function requestApproval(cloud: Cloud, deployed: Deployed, journey: Journey): Promise<WaitingApproval> {
  const { customer, sluice } = journey;
  const approvals = { threshold: '5000', quorum: 1, approvers: ['ben', 'cleo'] };
  const organization = refTo(OrganizationEntity, { organizationId: customer.organizationId });
  const policy = { approvals, votersNamed: true };
  const threshold = updateOf<typeof policy>({ set: policy }, itemExists);
  await tableOf(cloud, deployed).update(organization, threshold);
  const { available: availableBefore } = await sluice.getBalance();
  const [order] = (await sluice.listOrders({ limit: 1 })).data;
  const destinationAccountId = order?.destinationAccountId ?? '';
  const answer = await sluice.createPayout({ amount: '60.00', destinationAccountId }, { allowDuplicate: true });
  assert.ok('approvalId' in answer && answer.status === 'pending_approval', 'a payout above the threshold waits');
  assert.notEqual((await sluice.getBalance()).available, availableBefore);
  say(`${answer.approvalId} waits for votes, and holds its amount`);
  return { approvalId: String(answer.approvalId), availableBefore };
}

/** Sets the approval's time back, as if it had waited for a day, and expects that it ends and its hold is released. */
export async function expireApproval(
  cloud: Cloud,
  deployed: Deployed,
  { customer, sluice }: Journey,
  { approvalId, availableBefore }: WaitingApproval,
): Promise<void> {
  const { organizationId } = customer;
  const store = tableOf(cloud, deployed);
  const past = Date.now() - 1_000;
  await store.update(
    approvalRef(organizationId, approvalId),
    updateOf<Approval>({ set: { expiresAt: past } }, itemExists),
  );
  const work = dueRef(approvalWork({ organizationId, approvalId }));
  await store.update(work, updateOf<DueWork>({ set: dueTime(past) }, itemExists));
  await waitForEvent(
    sluice,
    'payout_approval.expired',
    ({ data }) => 'approvalId' in data && data.approvalId === approvalId,
  );
  assert.equal((await sluice.getBalance()).available, availableBefore);
  const rows = (await sluice.listBalanceTransactions({ limit: 2 })).data;
  assert.deepEqual(
    rows.map(({ type }) => type),
    ['hold_release', 'hold'],
  );
  assert.equal(await store.get(work), undefined);
  say('the approval whose time was set back has expired, and its hold is released');
}

function tableOf(cloud: Cloud, { tableName }: Deployed) {
  return createStore({ client: documentClient(new DynamoDBClient(cloud)), tableName });
}
