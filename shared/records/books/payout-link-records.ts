import type { Store } from '../../ground/table/store.ts';
import { DueWorkEntity } from '../../journal/due/due-work.ts';
import {
  type BalanceTransaction,
  BalanceTransactionEntity,
  parseLedgerPosition,
  rowPosition,
} from '../../journal/rows/balance-transaction.ts';
import {
  type PayoutLink,
  PayoutLinkEntity,
  payoutLinkPartition,
  payoutLinkWork,
} from '../../payouts/links/payout-link.ts';
import { payoutLinkStatuses } from '../../payouts/links/payout-link-status.ts';
import { PayoutEntity } from '../../payouts/payout/payout.ts';

/** Up to four records are read for each link. */
const perPage = 25;

/** Checks the next page of an organization's payout links: the work of open ones, the payouts of claimed ones, and what they hold. */
export async function checkPayoutLinks(store: Store, organizationId: string, after: string | undefined) {
  const page = await store.range(PayoutLinkEntity, {
    partition: payoutLinkPartition(organizationId),
    after,
    limit: perPage,
  });
  const named = page.items.flatMap(({ payoutId }) => (payoutId ? { organizationId, payoutId } : []));
  const positions = page.items.flatMap(({ ledgerPositions }) => ledgerPositions);
  const [due, payouts, rows] = await Promise.all([
    store.getMany(DueWorkEntity, page.items.map(payoutLinkWork)),
    store.getMany(PayoutEntity, named),
    store.getMany(
      BalanceTransactionEntity,
      positions.map((position) => ({ organizationId, ...parseLedgerPosition(position) })),
    ),
  ]);
  const findings = page.items.flatMap((link) => {
    const { payoutLinkId, status, payoutId } = link;
    const held = holdFindings(link, rows);
    if (held.length > 0) return held;
    if (status === 'open' && !due.some(({ resourceId }) => resourceId === payoutLinkId))
      return [`${payoutLinkId} is open, and nothing is due for it`];
    if (status !== 'claimed') return [];
    const payout = payouts.find((one) => one.payoutId === payoutId);
    if (payout?.payoutLinkId === payoutLinkId) return [];
    return [`${payoutLinkId} was claimed as ${payoutId}, which ${payout ? 'does not name it' : 'does not exist'}`];
  });
  return { findings, links: page.items, next: page.examinedTo };
}

/**
 * An open link holds its amount, an ended one holds nothing. Only the release that stored an unknown status can say
 * what it holds.
 */
function holdFindings(link: PayoutLink, rows: readonly BalanceTransaction[]): string[] {
  const { payoutLinkId, status, hold, ledgerPositions } = link;
  if (!payoutLinkStatuses.includes(status)) return [];
  const own = rows.filter((row) => row.payoutLinkId === payoutLinkId && ledgerPositions.includes(rowPosition(row)));
  const held = own.reduce((sum, { amount }) => sum - amount, 0n);
  const right = status === 'open' ? hold.amount : 0n;
  const isWhole = own.length === ledgerPositions.length && own.every(({ currency }) => currency === hold.currency);
  return isWhole && held === right
    ? []
    : [`${payoutLinkId} is ${status}, and its ledger rows hold ${held} where ${right} is right`];
}

/**
 * Findings about holds and releases whose payout link does not exist or does not name them. A hold that names neither a
 * link nor an approval is of a kind that only a later release knows.
 * @param rows at most a hundred
 */
export async function linkHoldOrphans(
  store: Pick<Store, 'getMany'>,
  organizationId: string,
  rows: readonly BalanceTransaction[],
): Promise<string[]> {
  const ids = new Set(rows.flatMap(({ payoutLinkId }) => payoutLinkId ?? []));
  const keys = [...ids].map((payoutLinkId) => ({ organizationId, payoutLinkId }));
  const links = new Map((await store.getMany(PayoutLinkEntity, keys)).map((link) => [link.payoutLinkId, link]));
  return rows.flatMap((row) => {
    const { payoutLinkId, sequence } = row;
    if (payoutLinkId === undefined || links.get(payoutLinkId)?.ledgerPositions.includes(rowPosition(row))) return [];
    return [`ledger row ${sequence} is of ${payoutLinkId}, which does not name it`];
  });
}
