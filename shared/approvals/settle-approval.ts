import { endLeaverKeys } from '../access/api-keys/end-leaver-keys.ts';
import { isRevocationWork, leaverOf } from '../access/api-keys/revocation-work.ts';
import { isRecountWork } from '../access/voters/recount-work.ts';
import { absent } from '../ground/table/expressions.ts';
import { refuseUnknown } from '../ground/table/known-values.ts';
import { checkIf } from '../ground/table/writes.ts';
import { decideAndCommit } from '../journal/commit/decide.ts';
import type { ClaimedWork } from '../journal/due/claim-work.ts';
import { rescheduleUpdate } from '../journal/due/due-work.ts';
import { endClaim } from '../journal/due/end-claim.ts';
import { endFailedWork } from '../journal/due/end-failed-work.ts';
import { endWork } from '../journal/due/end-work.ts';
import { parkWork } from '../journal/due/postpone-or-park.ts';
import { withClaim } from '../journal/due/with-claim.ts';
import type { Hint } from '../ports/hint-queue.ts';
import type { WorkerPorts } from '../ports/runtime.ts';
import { type Approval, ApprovalEntity, approvalRef } from './approval.ts';
import type { ApprovalKindHandlers, ApprovalRuntime } from './approval-kind.ts';
import { AlteredApproval } from './content.ts';
import { endApproval } from './end-approval.ts';
import { endApprovalsOfKey } from './end-approvals-of-key.ts';
import { recountApprovals } from './recount-approvals.ts';

/**
 * Does the due work of an approval: executes it if it has enough votes, ends it if it has expired. Three other rows
 * have this kind of work: for a revoked key it ends the key's requests, for a removed member it ends their keys, for an
 * electorate it recounts all open approvals. Failed work is postponed; an altered approval is parked at once.
 */
export async function settleApproval(
  runtime: ApprovalRuntime & WorkerPorts,
  hint: Hint,
  kinds: ApprovalKindHandlers,
): Promise<void> {
  await withClaim(
    runtime,
    hint,
    (work) => settleClaimed(runtime, work, kinds),
    (_runtime, work, error) => (error instanceof AlteredApproval ? parkWork : endFailedWork)(runtime, work, error),
  );
}

async function settleClaimed(
  runtime: ApprovalRuntime & WorkerPorts,
  work: ClaimedWork,
  kinds: ApprovalKindHandlers,
): Promise<void> {
  if (isRevocationWork(work)) return endApprovalsOfKey(runtime, work);
  if (isRecountWork(work)) return recountApprovals(runtime, work, kinds);
  const leaver = leaverOf(work);
  if (leaver !== undefined) return endLeaverKeys(runtime, work, leaver);
  const wanted = approvalRef(work.organizationId, work.resourceId);
  const approval = await runtime.store.get(wanted);
  refuseUnknown(ApprovalEntity, approval);
  if (approval?.status === 'approved') return kinds[approval.kind].execute(runtime, approval);
  if (approval?.status === 'pending') {
    const { pending } = kinds[approval.kind];
    return pending?.isFor(approval) ? pending.settle(runtime, work, approval) : expire(runtime, work, approval, kinds);
  }
  // The items of the request's commit may become visible one by one, the due row first.
  if (!approval) return endWork(runtime, work, checkIf(wanted, absent));
  // The approval ended after this claim, and its row was removed in the same commit. A removed row cannot be claimed.
  await endClaim(runtime.store, work);
}

async function expire(
  runtime: ApprovalRuntime & WorkerPorts,
  work: ClaimedWork,
  { expiresAt }: Approval,
  kinds: ApprovalKindHandlers,
): Promise<void> {
  const { organizationId } = work;
  const outcome = await decideAndCommit(runtime, {
    organizationId,
    reads: { approval: approvalRef(organizationId, work.resourceId) },
    decide: ({ approval }, draft) => {
      if (approval?.status !== 'pending' || draft.now < expiresAt) return undefined;
      endApproval(draft, approval, 'expired');
      kinds[approval.kind].ended?.(draft, approval, 'expired');
      return { reply: { status: 200, body: undefined } };
    },
  });
  // Either the last vote was committed first and made the work due again, or the hint was early.
  if (!outcome) await endClaim(runtime.store, work, rescheduleUpdate(work.claim, expiresAt));
}
