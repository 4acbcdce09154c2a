import { type ListPage, walkList } from '../contract/lists/list-walk.ts';
import { readPage } from '../ground/table/page.ts';
import type { Runtime } from '../ports/runtime.ts';
import { ApprovalEntity, approvalPartition } from './approval.ts';
import { type ApprovalBody, presentApproval } from './present-approval.ts';
import type { ApprovalStatus } from './transitions.ts';

export interface ApprovalFilters {
  readonly status?: ApprovalStatus | undefined;
  readonly limit: number;
}

/** Lists approvals, newest first (specification, List approvals). */
export async function listApprovals(
  runtime: Pick<Runtime, 'clock' | 'store'>,
  organizationId: string,
  { status, limit }: ApprovalFilters,
): Promise<ListPage<ApprovalBody>> {
  const { page } = walkList(runtime, { list: 'approvals', organizationId }, undefined);
  const range = {
    partition: approvalPartition(organizationId),
    newestFirst: true,
    limit,
    where: { status: status ? [status] : [] },
  };
  const { items } = await readPage(runtime.store, ApprovalEntity, range, ({ approvalId }) => approvalId);
  return page(items.map(presentApproval), undefined);
}
