import { type Approval, ApprovalEntity, approvalPartition, approvalWork } from '../../approvals/approval.ts';
import { approvalStatuses, approvalTransitions } from '../../approvals/transitions.ts';
import type { Store } from '../../ground/table/store.ts';
import { DueWorkEntity } from '../../journal/due/due-work.ts';
import {
  type BalanceTransaction,
  BalanceTransactionEntity,
  parseLedgerPosition,
  rowPosition,
} from '../../journal/rows/balance-transaction.ts';
import { PayoutLinkEntity } from '../../payouts/links/payout-link.ts';
import { PayoutEntity } from '../../payouts/payout/payout.ts';
import { behind } from './progress.ts';

/** Up to five records are read for each approval. */
const perPage = 50;

/**
 * Checks the next page of an organization's approvals: the work of open ones, the payouts and links that resulted from
 * others, and what they hold.
 */
export async function checkApprovals(store: Store, organizationId: string, after: string | undefined) {
  const partition = approvalPartition(organizationId);
  const page = await store.range(ApprovalEntity, { partition, after, limit: perPage });
  const named = page.items.flatMap(({ payoutId }) => (payoutId ? { organizationId, payoutId } : []));
  const positions = page.items.flatMap(({ ledgerPositions = [] }) => ledgerPositions);
  const links = page.items.flatMap(({ payoutLinkId }) => (payoutLinkId ? { organizationId, payoutLinkId } : []));
  const [due, payouts, payoutLinks, rows] = await Promise.all([
    store.getMany(DueWorkEntity, page.items.map(approvalWork)),
    store.getMany(PayoutEntity, named),
    store.getMany(PayoutLinkEntity, links),
    store.getMany(
      BalanceTransactionEntity,
      positions.map((position) => ({ organizationId, ...parseLedgerPosition(position) })),
    ),
  ]);
  const findings = page.items.flatMap((approval) => {
    const { approvalId, status, payoutId, payoutLinkId } = approval;
    const held = holdFindings(approval, rows);
    if (held.length > 0) return held;
    if (isOpen(approval) && !due.some(({ resourceId }) => resourceId === approvalId)) {
      return [`${approvalId} is ${status}, and nothing is due for it`];
    }
    const payout = payouts.find((one) => one.payoutId === payoutId);
    const link = payoutLinks.find((one) => one.payoutLinkId === payoutLinkId);
    return [...becameFindings(approvalId, payoutId, payout), ...becameFindings(approvalId, payoutLinkId, link)];
  });
  return { findings, next: behind(page.examinedTo) };
}

/** @param made what an executed approval says it resulted in, if anything */
function becameFindings(
  approvalId: string,
  id: string | undefined,
  made: { readonly approvalId?: string | undefined } | undefined,
): string[] {
  if (id === undefined || made?.approvalId === approvalId) return [];
  return [`${approvalId} became ${id}, which ${made ? 'does not name it' : 'does not exist'}`];
}

/** Only the release that stored an unknown status can say whether something must be due. */
function isOpen({ status }: Approval): boolean {
  return (approvalTransitions[status]?.length ?? 0) > 0;
}

/** An open approval holds its amount, an ended one holds nothing. An approval of an earlier release names no rows. */
function holdFindings(approval: Approval, rows: readonly BalanceTransaction[]): string[] {
  const { approvalId, status, hold, ledgerPositions } = approval;
  if (ledgerPositions === undefined || !approvalStatuses.includes(status)) return [];
  const own = rows.filter((row) => row.approvalId === approvalId && ledgerPositions.includes(rowPosition(row)));
  const held = own.reduce((sum, { amount }) => sum - amount, 0n);
  const right = isOpen(approval) && hold ? hold.amount : 0n;
  const isWhole = own.length === ledgerPositions.length && own.every(({ currency }) => currency === hold?.currency);
  return isWhole && held === right
    ? []
    : [`${approvalId} is ${status}, and its ledger rows hold ${held} where ${right} is right`];
}

/**
 * Findings about holds and releases whose approval does not exist or does not name them.
 * @param rows at most a hundred
 */
export async function holdOrphans(
  store: Pick<Store, 'getMany'>,
  organizationId: string,
  rows: readonly BalanceTransaction[],
): Promise<string[]> {
  const ids = new Set(rows.flatMap(({ approvalId }) => approvalId ?? []));
  const keys = [...ids].map((approvalId) => ({ organizationId, approvalId }));
  const approvals = new Map((await store.getMany(ApprovalEntity, keys)).map((one) => [one.approvalId, one]));
  return rows.flatMap((row) => {
    const { approvalId, sequence } = row;
    const approval = approvals.get(approvalId ?? '');
    const isNamed = approval && (approval.ledgerPositions?.includes(rowPosition(row)) ?? true);
    return approvalId === undefined || isNamed
      ? []
      : [`ledger row ${sequence} is of ${approvalId}, which does not name it`];
  });
}
