import { type Page, readPage } from '../ground/table/page.ts';
import { earliestId } from '../ground/time/ids.ts';
import type { Runtime } from '../ports/runtime.ts';
import { type Approval, ApprovalEntity, approvalKinds, approvalLifetimeMs, approvalPartition } from './approval.ts';
import type { ApprovalStatus } from './transitions.ts';

/**
 * An approval is open for a day, plus some hours while its execution is retried. If it is open even longer, it is
 * parked, and its execution checks the requester.
 */
const openForMs = approvalLifetimeMs + 3 * 60 * 60 * 1000;
const openStatuses: readonly ApprovalStatus[] = ['pending', 'approved'];
/** Open approvals of an organization per page. */
const pageSize = 100;

/**
 * Reads one page of the open approvals of an organization, newest first. Approvals too old to be open are not read. The
 * page may be outdated: a decision about one of them reads it again.
 * @param after the position that the previous page returned
 */
export function readOpenApprovals(
  { store, clock }: Pick<Runtime, 'store' | 'clock'>,
  organizationId: string,
  after?: string,
): Promise<Page<Approval>> {
  const range = {
    partition: approvalPartition(organizationId),
    from: earliestId('apr', clock() - openForMs),
    newestFirst: true,
    limit: pageSize,
    where: { status: openStatuses },
    after,
  };
  return readPage(store, ApprovalEntity, range, ({ approvalId }) => approvalId);
}

/** Whether an approval waits for votes or for its execution. */
export function isOpen({ status }: Pick<Approval, 'status'>): boolean {
  return openStatuses.includes(status);
}

/** Whether this release knows the kind, and therefore what else ends with the approval. */
export function isOfKnownKind({ kind }: Pick<Approval, 'kind'>): boolean {
  return approvalKinds.includes(kind);
}
