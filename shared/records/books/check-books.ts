import type { Store } from '../../ground/table/store.ts';
import { DueWorkEntity } from '../../journal/due/due-work.ts';
import {
  BalanceTransactionEntity,
  ledgerPartition,
  parseLedgerPosition,
} from '../../journal/rows/balance-transaction.ts';
import { EventEntity, eventPartition } from '../../journal/rows/event.ts';
import { type Payout, PayoutEntity, payoutPartition } from '../../payouts/payout/payout.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { checkAccounts } from './account-records.ts';
import { checkApprovals, holdOrphans } from './approval-records.ts';
import { checkBatches, lineFindings } from './batch-records.ts';
import { followHolds, followPaid, nothingPaid, paidFindings } from './cap-records.ts';
import { paymentEventFindings } from './checkout-records.ts';
import { checkAddresses, checkReceipts } from './crypto-records.ts';
import { datedFindings } from './dated-records.ts';
import { checkDeposits, depositOrphans } from './deposit-records.ts';
import { compareWithHead, emptyLedger, followLedger } from './ledger-chain.ts';
import { checkLinks } from './link-records.ts';
import { checkPayoutLinks, linkHoldOrphans } from './payout-link-records.ts';
import { orphanFindings, payoutFindings, type Records } from './payout-records.ts';
import { type BookPart, bookParts, type CheckProgress } from './progress.ts';

/** Where a part continues. */
type Next = Partial<Pick<CheckProgress, 'after' | 'seen' | 'run' | 'link' | 'paid'>>;

/** Checks the next page of a part of the books. */
type Check = (
  runtime: Runtime,
  organizationId: string,
  progress: CheckProgress,
) => Promise<{
  readonly findings: readonly string[];
  /** Absent at the end of the part. */
  readonly next?: Next | undefined;
  /** At the end of the part: what the next part starts with. */
  readonly carried?: Pick<CheckProgress, 'paid'> | undefined;
}>;

/** Each row may name a payout, and one call reads at most a hundred. */
const rowsPerPage = 100;
/** A payout has up to five events, including the end of its approval, and one call reads at most a hundred. */
const payoutsPerPage = 20;
const recheckDelayMs = 1_000;

/**
 * Checks the next page of an organization's books, part by part. Each domain knows what must be consistent. The items
 * of a commit become visible one by one, so a page with findings is checked twice.
 * @returns no progress once everything has been checked
 */
export async function checkBooks(
  runtime: Runtime,
  organizationId: string,
  progress: CheckProgress,
): Promise<{ readonly findings: readonly string[]; readonly progress?: CheckProgress }> {
  const { part, head } = progress;
  const check = checks[part];
  let checked = await check(runtime, organizationId, progress);
  if (checked.findings.length > 0) {
    await runtime.sleep(recheckDelayMs);
    checked = await check(runtime, organizationId, progress);
  }
  const { findings, next, carried } = checked;
  if (next) return { findings, progress: { part, seen: emptyLedger, head, ...next } };
  const following = bookParts[bookParts.indexOf(part) + 1];
  return { findings, ...(following && { progress: { part: following, seen: emptyLedger, head, ...carried } }) };
}

const checkLedger: Check = async ({ store }, organizationId, progress) => {
  const { after, head, seen } = progress;
  const page = await store.range(BalanceTransactionEntity, {
    partition: ledgerPartition(organizationId),
    after,
    limit: rowsPerPage,
  });
  const rows = page.items.filter(({ sequence }) => sequence <= head.ledgerSequence);
  const { ledger, findings } = followLedger(seen, rows);
  const payouts = await payoutsOf(store, organizationId, rows);
  const found = [
    ...findings,
    ...orphanFindings({ rows, events: [] }, payouts),
    ...(await holdOrphans(store, organizationId, rows)),
    ...(await linkHoldOrphans(store, organizationId, rows)),
    ...(await depositOrphans(store, organizationId, { rows })),
  ];
  const isEnd = page.examinedTo === undefined || rows.length < page.items.length;
  if (!isEnd) return { findings: found, next: { after: page.examinedTo, seen: ledger } };
  return { findings: [...found, ...compareWithHead(ledger, head)] };
};

const checkFeed: Check = async ({ store }, organizationId, progress) => {
  const { after, head, seen } = progress;
  const page = await store.range(EventEntity, {
    partition: eventPartition(organizationId),
    after,
    limit: rowsPerPage,
  });
  const events = page.items.filter(({ sequence }) => sequence <= head.sequence);
  const gaps = events.flatMap(({ sequence }, index) => {
    const before = events[index - 1]?.sequence ?? seen.sequence;
    return sequence === before + 1 ? [] : [`event ${sequence} stands behind event ${before}`];
  });
  const payouts = await payoutsOf(store, organizationId, events);
  const orphans = orphanFindings({ rows: [], events }, payouts);
  const found = [
    ...gaps,
    ...orphans,
    ...(await depositOrphans(store, organizationId, { events })),
    ...(await paymentEventFindings(store, organizationId, events)),
  ];
  const sequence = events.at(-1)?.sequence ?? seen.sequence;
  const isEnd = page.examinedTo === undefined || events.length < page.items.length;
  if (!isEnd) return { findings: found, next: { after: page.examinedTo, seen: { ...seen, sequence } } };
  const counted =
    sequence === head.sequence ? [] : [`the head counts ${head.sequence} events, the last is ${sequence}`];
  return { findings: [...found, ...counted] };
};

const checkPayouts: Check = async ({ store, clock }, organizationId, progress) => {
  const partition = payoutPartition(organizationId);
  const page = await store.range(PayoutEntity, {
    partition,
    after: progress.after,
    limit: payoutsPerPage,
  });
  const records = await recordsOf(store, organizationId, page.items);
  const dated = page.items.map(({ payoutId, datedAt }) => ({ id: payoutId, datedAt }));
  const findings = [
    ...page.items.flatMap((payout) => payoutFindings(payout, records, clock())),
    ...(await datedFindings(store, partition, dated)),
    ...(await lineFindings(store, organizationId, page.items)),
  ];
  const paid = followPaid(progress.paid ?? nothingPaid, progress.head, page.items);
  if (page.examinedTo !== undefined) return { findings, next: { after: page.examinedTo, paid } };
  return { findings, carried: { paid } };
};

/** What links have counted under the daily threshold is added to what payouts have counted. */
const checkLinksOfPayouts: Check = async ({ store }, organizationId, { after, head, paid: before = nothingPaid }) => {
  const { findings, links, next } = await checkPayoutLinks(store, organizationId, after);
  const paid = followHolds(before, head, links);
  if (next !== undefined) return { findings, next: { after: next, paid } };
  return { findings: [...findings, ...(await paidFindings(store, organizationId, head, paid))] };
};

const checks: Readonly<Record<BookPart, Check>> = {
  ledger: checkLedger,
  feed: checkFeed,
  payouts: checkPayouts,
  payoutLinks: checkLinksOfPayouts,
  runs: ({ store, clock }, organizationId, progress) => checkBatches(store, organizationId, progress, clock()),
  approvals: ({ store }, organizationId, { after }) => checkApprovals(store, organizationId, after),
  deposits: ({ store }, organizationId, { after }) => checkDeposits(store, organizationId, after),
  accounts: ({ store }, organizationId, { after }) => checkAccounts(store, organizationId, after),
  links: ({ store }, organizationId, progress) => checkLinks(store, organizationId, progress),
  receipts: ({ store }, organizationId, { after }) => checkReceipts(store, organizationId, after),
  addresses: ({ store, clock }, organizationId, { after }) => checkAddresses(store, organizationId, after, clock()),
};

async function payoutsOf(
  store: Store,
  organizationId: string,
  found: readonly { readonly payoutId?: string | undefined }[],
): Promise<Payout[]> {
  const ids = new Set(found.flatMap(({ payoutId }) => (payoutId ? [payoutId] : [])));
  return store.getMany(
    PayoutEntity,
    [...ids].map((payoutId) => ({ organizationId, payoutId })),
  );
}

async function recordsOf(store: Store, organizationId: string, payouts: readonly Payout[]): Promise<Records> {
  const positions = payouts.flatMap(({ ledgerPositions }) => ledgerPositions);
  const sequences = payouts.flatMap(({ eventSequences }) => eventSequences);
  const [rows, events, due] = await Promise.all([
    store.getMany(
      BalanceTransactionEntity,
      positions.map((position) => ({ organizationId, ...parseLedgerPosition(position) })),
    ),
    store.getMany(
      EventEntity,
      sequences.map((sequence) => ({ organizationId, sequence })),
    ),
    store.getMany(
      DueWorkEntity,
      payouts.map(({ payoutId }) => ({ organizationId, kind: 'rails' as const, resourceId: payoutId })),
    ),
  ]);
  return { rows, events, due };
}
