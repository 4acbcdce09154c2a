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
import { checkRuns, lineFindings } from './batch-records.ts';
import { paymentEventFindings } from './checkout-records.ts';
import { compareWithHead, emptyLedger, followLedger } from './ledger-chain.ts';
import { orphanFindings, payoutFindings, type Records } from './payout-records.ts';
import type { CheckProgress } from './progress.ts';

interface Checked {
  readonly findings: readonly string[];
  /** Absent when everything has been checked. */
  readonly progress?: CheckProgress;
}

type Check = (runtime: Runtime, organizationId: string, progress: CheckProgress) => Promise<Checked>;

/** Each row may name a payout, and one call reads a hundred at most. */
const rowsPerPage = 100;
/** A payout has up to five events, the end of its approval included, and one call reads a hundred at most. */
const payoutsPerPage = 20;
const recheckDelayMs = 1_000;

/**
 * Checks the next page of an organization's books: the ledger, the feed, then the payouts with what they name, then the runs with their lines. The
 * items of a commit become visible one by one, so a page with findings is checked twice.
 */
export async function checkBooks(runtime: Runtime, organizationId: string, progress: CheckProgress): Promise<Checked> {
  const check = checks[progress.part];
  const first = await check(runtime, organizationId, progress);
  if (first.findings.length === 0) return first;
  await runtime.sleep(recheckDelayMs);
  return check(runtime, organizationId, progress);
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
  const found = [...findings, ...orphanFindings({ rows, events: [] }, payouts)];
  const isEnd = page.examinedTo === undefined || rows.length < page.items.length;
  if (!isEnd) return { findings: found, progress: { ...progress, after: page.examinedTo, seen: ledger } };
  return {
    findings: [...found, ...compareWithHead(ledger, head)],
    progress: { part: 'feed', seen: emptyLedger, head },
  };
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
  const found = [...gaps, ...orphans, ...(await paymentEventFindings(store, organizationId, events))];
  const sequence = events.at(-1)?.sequence ?? seen.sequence;
  const isEnd = page.examinedTo === undefined || events.length < page.items.length;
  if (!isEnd) {
    return { findings: found, progress: { ...progress, after: page.examinedTo, seen: { ...seen, sequence } } };
  }
  const counted =
    sequence === head.sequence ? [] : [`the head counts ${head.sequence} events, the last is ${sequence}`];
  return { findings: [...found, ...counted], progress: { part: 'payouts', seen: emptyLedger, head } };
};

const checkPayouts: Check = async ({ store, clock }, organizationId, progress) => {
  const page = await store.range(PayoutEntity, {
    partition: payoutPartition(organizationId),
    after: progress.after,
    limit: payoutsPerPage,
  });
  const records = await recordsOf(store, organizationId, page.items);
  const findings = [
    ...page.items.flatMap((payout) => payoutFindings(payout, records, clock())),
    ...(await lineFindings(store, organizationId, page.items)),
  ];
  const { head } = progress;
  const next = page.examinedTo
    ? { ...progress, after: page.examinedTo }
    : ({ part: 'runs', seen: emptyLedger, head } as const);
  return { findings, progress: next };
};

const checkNextRun: Check = async ({ store, clock }, organizationId, progress) => {
  const { findings, next } = await checkRuns(store, organizationId, progress, clock());
  const { part, seen, head } = progress;
  return { findings, ...(next && { progress: { part, seen, head, ...next } }) };
};

const checks: Readonly<Record<CheckProgress['part'], Check>> = {
  ledger: checkLedger,
  feed: checkFeed,
  payouts: checkPayouts,
  runs: checkNextRun,
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
