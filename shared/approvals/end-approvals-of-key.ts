import { UnknownValue } from '../ground/table/known-values.ts';
import { checkUnchanged } from '../ground/table/writes.ts';
import { type ApiKey, apiKeyRef } from '../identity/api-key.ts';
import { decideAndCommit } from '../journal/commit/decide.ts';
import type { ClaimedWork } from '../journal/due/claim-work.ts';
import { rescheduleUpdate } from '../journal/due/due-work.ts';
import { endClaim } from '../journal/due/end-claim.ts';
import { endWork } from '../journal/due/end-work.ts';
import type { WorkerRuntime } from '../ports/runtime.ts';
import { ApprovalEntity } from './approval.ts';
import { approvalRefs, approvalsPerCommit, endOpenApprovals, findOpenApprovals } from './approvals-of-key.ts';

/** Well below the worker's timeout and its lease. If approvals are left, the work is due again at once. */
const workingMs = 8_000;

/**
 * Ends the approvals of a revoked key that its revocation left open, in commits of bounded size.
 * @throws UnknownValue when others are left, of a kind that only a later release knows
 */
export async function endApprovalsOfKey(runtime: WorkerRuntime, work: ClaimedWork): Promise<void> {
  const until = runtime.clock() + workingMs;
  const wanted = apiKeyRef(work.resourceId);
  const key = await runtime.store.get(wanted);
  // The items of the revocation's commit may become visible one by one, the due row first.
  if (key?.revokedAt === undefined) return endWork(runtime, work, checkUnchanged(wanted, key));
  let after: string | undefined;
  let areSomeLeft = false;
  do {
    const { approvalIds, areSomeUnknown, next } = await findOpenApprovals(runtime, key, after);
    areSomeLeft ||= areSomeUnknown;
    for (let start = 0; start < approvalIds.length; start += approvalsPerCommit) {
      await endTogether(runtime, key, approvalIds.slice(start, start + approvalsPerCommit));
    }
    after = next;
  } while (after !== undefined && runtime.clock() < until);
  if (areSomeLeft) throw new UnknownValue(ApprovalEntity, 'kind');
  await endClaim(runtime.store, work, after === undefined ? undefined : rescheduleUpdate(work.claim, runtime.clock()));
}

async function endTogether(runtime: WorkerRuntime, key: ApiKey, approvalIds: readonly string[]): Promise<void> {
  const { organizationId } = key;
  await decideAndCommit(runtime, {
    organizationId,
    reads: approvalRefs(organizationId, approvalIds),
    decide: (found, draft) => {
      endOpenApprovals(draft, key, found, approvalIds);
      return draft.isEmpty ? undefined : { reply: { status: 200, body: undefined } };
    },
  });
}
