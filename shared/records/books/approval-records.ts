import type { Store } from '../../ground/table/store.ts';
import { DueWorkEntity } from '../../journal/due/due-work.ts';
import { type Approval, ApprovalEntity, approvalPartition, approvalWork } from '../../payouts/approvals/approval.ts';
import { approvalTransitions } from '../../payouts/approvals/transitions.ts';
import { PayoutEntity } from '../../payouts/payout/payout.ts';
import { behind } from './progress.ts';

/** For each approval two records are read. */
const perPage = 50;

/** Checks the next page of an organization's approvals: the work of open ones, and the payouts of those that became one. */
export async function checkApprovals(store: Store, organizationId: string, after: string | undefined) {
  const partition = approvalPartition(organizationId);
  const page = await store.range(ApprovalEntity, { partition, after, limit: perPage });
  const named = page.items.flatMap(({ payoutId }) => (payoutId ? { organizationId, payoutId } : []));
  const [due, payouts] = await Promise.all([
    store.getMany(DueWorkEntity, page.items.map(approvalWork)),
    store.getMany(PayoutEntity, named),
  ]);
  const findings = page.items.flatMap((approval) => {
    const { approvalId, status, payoutId } = approval;
    if (isOpen(approval) && !due.some(({ resourceId }) => resourceId === approvalId)) {
      return [`${approvalId} is ${status}, and nothing is due for it`];
    }
    const payout = payouts.find((one) => one.payoutId === payoutId);
    if (payoutId === undefined || payout?.approvalId === approvalId) return [];
    return [`${approvalId} became ${payoutId}, which ${payout ? 'does not name it' : 'does not exist'}`];
  });
  return { findings, next: behind(page.examinedTo) };
}

/** Of a status that a later release has stored only that release can say whether something must be due. */
function isOpen({ status }: Approval): boolean {
  return (approvalTransitions[status]?.length ?? 0) > 0;
}
