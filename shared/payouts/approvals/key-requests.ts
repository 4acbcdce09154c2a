import type { Read } from '../../ground/table/expressions.ts';
import { readPage } from '../../ground/table/page.ts';
import { earliestId } from '../../ground/time/ids.ts';
import type { ApiKey } from '../../identity/api-key.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Approval, ApprovalEntity, approvalLifetimeMs, approvalPartition, approvalRead } from './approval.ts';
import { isAltered } from './content.ts';
import { endApproval } from './end-approval.ts';
import type { ApprovalStatus } from './transitions.ts';

/** Each takes four writes of the hundred that a commit may have; a revocation has seven of its own. */
export const approvalsPerCommit = 20;

/**
 * Approvals are open for a day; one whose execution is tried again and again is open for some hours more. What is open longer
 * is parked: its execution looks at the key.
 */
const openForMs = approvalLifetimeMs + 3 * 60 * 60 * 1000;
const openStatuses: readonly ApprovalStatus[] = ['pending', 'approved'];
/** Open approvals of an organization that are looked at together. */
const pageSize = 100;

/**
 * Looks for open approvals that a key asked for, newest first: in what the organization was asked for since the oldest that can
 * be open. Nothing rests on it: who ends them reads each again.
 * @param after where the page before stopped
 * @returns their ids, and where to go on
 */
export async function openRequestsOf(
  { store, clock }: Pick<Runtime, 'store' | 'clock'>,
  { organizationId, prefix }: Pick<ApiKey, 'organizationId' | 'prefix'>,
  after?: string,
): Promise<{ readonly approvalIds: readonly string[]; readonly next?: string }> {
  const range = {
    partition: approvalPartition(organizationId),
    from: earliestId('apr', clock() - openForMs),
    newestFirst: true,
    limit: pageSize,
    where: { status: openStatuses },
    after,
  };
  const { items, ...rest } = await readPage(store, ApprovalEntity, range, ({ approvalId }) => approvalId);
  const mine = items.filter(({ initiator }) => initiator.apiKeyPrefix === prefix);
  return { ...rest, approvalIds: mine.map(({ approvalId }) => approvalId) };
}

/** What a decision reads to end approvals: each under its id. */
export function requestReads(organizationId: string, approvalIds: readonly string[]): Record<string, Read> {
  return Object.fromEntries(approvalIds.map((approvalId) => [approvalId, approvalRead(organizationId, approvalId)]));
}

/**
 * Ends the open ones of some approvals that a revoked key asked for. One that was altered stays held: somebody has to look.
 * @param found what was read by `requestReads`
 */
export function endRequests(
  draft: JournalDraft,
  { prefix }: Pick<ApiKey, 'prefix'>,
  found: Readonly<Record<string, unknown>>,
  approvalIds: readonly string[],
): void {
  for (const approvalId of approvalIds) {
    const approval = found[approvalId] as Approval | undefined;
    if (approval?.initiator.apiKeyPrefix !== prefix || !openStatuses.includes(approval.status)) continue;
    if (!isAltered(approval)) endApproval(draft, approval, 'failed', { failureReason: 'UNAUTHORIZED' });
  }
}
