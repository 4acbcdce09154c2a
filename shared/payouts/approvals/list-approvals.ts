import { readPage } from '../../ground/table/page.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { ApprovalEntity, approvalPartition } from './approval.ts';
import { type ApprovalBody, presentApproval } from './present-approval.ts';
import type { ApprovalStatus } from './transitions.ts';

export interface ApprovalFilters {
  readonly status?: ApprovalStatus | undefined;
  readonly limit: number;
}

/** Lists approvals, newest first (specification, List approvals). */
export async function listApprovals(
  { store }: Pick<Runtime, 'store'>,
  organizationId: string,
  { status, limit }: ApprovalFilters,
): Promise<{ data: ApprovalBody[] }> {
  const range = {
    partition: approvalPartition(organizationId),
    newestFirst: true,
    limit,
    where: { status: status ? [status] : [] },
  };
  const { items } = await readPage(store, ApprovalEntity, range, ({ approvalId }) => approvalId);
  return { data: items.map(presentApproval) };
}
