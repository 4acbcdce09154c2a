import type { ItemRef } from '../ground/table/expressions.ts';
import type { ApiKey } from '../identity/api-key.ts';
import type { JournalDraft } from '../journal/commit/draft.ts';
import type { Runtime } from '../ports/runtime.ts';
import { type Approval, approvalRef } from './approval.ts';
import { isAltered } from './content.ts';
import { endApproval } from './end-approval.ts';
import { isOfKnownKind, isOpen, readOpenApprovals } from './open-approvals.ts';

/** Each ended approval takes four of the hundred writes that a commit may have; the revocation itself takes seven. */
export const approvalsPerCommit = 20;

/**
 * Finds the open approvals requested by a key, newest first, in one page of the organization's open approvals. The list
 * may be outdated: the decision that ends the approvals reads each of them again.
 * @param after the position that the previous page returned
 * @returns their ids, whether there are others of a kind that this release does not know and cannot end, and the
 * position to continue from
 */
export async function findOpenApprovals(
  runtime: Pick<Runtime, 'store' | 'clock'>,
  { organizationId, prefix }: Pick<ApiKey, 'organizationId' | 'prefix'>,
  after?: string,
): Promise<{ readonly approvalIds: readonly string[]; readonly areSomeUnknown: boolean; readonly next?: string }> {
  const { items, ...rest } = await readOpenApprovals(runtime, organizationId, after);
  const ofKey = items.filter(({ initiator }) => initiator.apiKeyPrefix === prefix);
  const known = ofKey.filter(isOfKnownKind);
  return {
    ...rest,
    approvalIds: known.map(({ approvalId }) => approvalId),
    areSomeUnknown: known.length < ofKey.length,
  };
}

/** What a decision reads to end approvals, each under its id. */
export function approvalRefs(organizationId: string, approvalIds: readonly string[]): Record<string, ItemRef> {
  return Object.fromEntries(approvalIds.map((approvalId) => [approvalId, approvalRef(organizationId, approvalId)]));
}

/**
 * Ends the approvals that are open and were requested by a revoked key. An altered approval stays held until a person
 * has examined it.
 * @param found what was read by `approvalRefs`
 */
export function endOpenApprovals(
  draft: JournalDraft,
  { prefix }: Pick<ApiKey, 'prefix'>,
  found: Readonly<Record<string, unknown>>,
  approvalIds: readonly string[],
): void {
  for (const approvalId of approvalIds) {
    const approval = found[approvalId] as Approval | undefined;
    if (approval?.initiator.apiKeyPrefix !== prefix || !isOpen(approval)) continue;
    if (!isAltered(approval)) endApproval(draft, approval, 'failed', { failureReason: 'UNAUTHORIZED' });
  }
}
