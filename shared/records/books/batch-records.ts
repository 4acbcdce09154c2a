import type { Store } from '../../ground/table/store.ts';
import { dueRef } from '../../journal/due/due-work.ts';
import {
  type Batch,
  BatchEntity,
  batchPartition,
  batchRef,
  batchReferenceRef,
  batchWork,
} from '../../payouts/batches/batch/batch.ts';
import {
  type BatchItem,
  BatchItemEntity,
  batchItemPartition,
  indexOf,
} from '../../payouts/batches/batch/batch-item.ts';
import { type BatchItemStatus, type BatchStatus, batchItemStatuses } from '../../payouts/batches/batch/statuses.ts';
import { costOf } from '../../payouts/batches/batch/totals.ts';
import { waitsTooLong } from '../../payouts/batches/work/waits-for-release.ts';
import { type Payout, PayoutEntity } from '../../payouts/payout/payout.ts';

/** The sums of a batch's items, as far as they were read. */
export interface BatchProgress {
  readonly batchId: string;
  /** The version of the batch when its check started. Later changes are left to the next check. */
  readonly version: number;
  /** Sort key of the last item. */
  readonly after?: string | undefined;
  /** Items by status. */
  readonly counts: Readonly<Record<string, number>>;
  /** What the payouts of created items take, from the balance or from the organization's wallet, in minor units. */
  readonly amount: bigint;
  readonly fee: bigint;
}

/** The progress of checking batches: after a batch, or within one. */
export interface BatchesProgress {
  readonly after?: string | undefined;
  readonly run?: BatchProgress | undefined;
}

interface Checked {
  readonly findings: string[];
  /** Absent once every batch has been checked. */
  readonly next?: BatchesProgress;
}

/** Each created item names a payout, and one call reads at most a hundred. */
const linesPerPage = 100;
/** A batch in one of these statuses changes by itself, so its items are not examined. */
const moving: readonly BatchStatus[] = ['received', 'validating', 'creating'];

/**
 * Checks the next page of an organization's batches: first a batch, then its items with their payouts.
 * @param now milliseconds
 */
export async function checkBatches(
  store: Store,
  organizationId: string,
  progress: BatchesProgress,
  now: number,
): Promise<Checked> {
  const batch = await nextBatch(store, organizationId, progress);
  if (!batch) return progress.run ? { findings: [], next: { after: progress.run.batchId } } : { findings: [] };
  const { batchId, version, status } = batch;
  const next = { after: batchId };
  if (!progress.run) {
    const run = { batchId, version, counts: {}, amount: 0n, fee: 0n };
    return { findings: await batchFindings(store, batch, now), next: moving.includes(status) ? next : { run } };
  }
  const begun = progress.run;
  if (begun.version !== version) return { findings: [], next };
  const partition = batchItemPartition(organizationId, batchId);
  const page = await store.range(BatchItemEntity, { partition, after: begun.after, limit: linesPerPage });
  const { run, findings } = followLines(begun, page.items, await payoutsOf(store, page.items));
  if (page.examinedTo !== undefined) {
    return { findings, next: { run: { ...run, after: page.examinedTo } } };
  }
  return { findings: [...findings, ...compareWithBatch(run, batch)], next };
}

/** Findings about a batch without its items. */
async function batchFindings(store: Store, batch: Batch, now: number): Promise<string[]> {
  const { organizationId, batchId, status, externalReferenceId } = batch;
  const { work, reference } = await store.getAll({
    work: dueRef(batchWork(batch)),
    reference: batchReferenceRef(organizationId, externalReferenceId),
  });
  return [
    ...(moving.includes(status) && !work ? [`${batchId} is ${status}, and nothing is due for it`] : []),
    ...(moving.includes(status) && waitsTooLong(batch, now)
      ? [`${batchId} waits for what only a later release knows`]
      : []),
    ...(reference?.batchId === batchId
      ? []
      : [`${externalReferenceId} is the reference of ${batchId}, and finds ${reference?.batchId ?? 'nothing'}`]),
  ];
}

async function nextBatch(store: Store, organizationId: string, { run, after }: BatchesProgress) {
  if (run) return store.get(batchRef(organizationId, run.batchId));
  const page = await store.range(BatchEntity, { partition: batchPartition(organizationId), after, limit: 1 });
  return page.items[0];
}

async function payoutsOf(store: Store, items: readonly BatchItem[]): Promise<Payout[]> {
  const keys = items.flatMap(({ organizationId, payoutId }) => (payoutId ? [{ organizationId, payoutId }] : []));
  return store.getMany(PayoutEntity, keys);
}

/** Continues through the items of a batch. */
function followLines(before: BatchProgress, items: readonly BatchItem[], payouts: readonly Payout[]) {
  const findings: string[] = [];
  const counts: Record<string, number> = { ...before.counts };
  let { amount, fee } = before;
  for (const { index, status, payoutId } of items) {
    counts[status] = (counts[status] ?? 0) + 1;
    const name = `line ${index} of ${before.batchId}`;
    const payout = payouts.find((one) => one.payoutId === payoutId);
    if ((status === 'created') !== (payoutId !== undefined))
      findings.push(`${name} is ${status} and names ${payoutId}`);
    else if (payoutId && !payout) findings.push(`${name} names ${payoutId}, which does not exist`);
    else if (payout && payout.batchId !== before.batchId) findings.push(`${name} names ${payoutId} of another batch`);
    amount += payout?.sourceAmount ?? 0n;
    fee += payout?.fee ?? 0n;
  }
  return { run: { ...before, counts, amount, fee }, findings };
}

/** Findings if a batch differs from its items. An item without a row was not validated. */
function compareWithBatch(lines: BatchProgress, { batchId, itemCount, counts, debited, selfFunded }: Batch): string[] {
  const rows = Object.values(lines.counts).reduce((sum, one) => sum + one, 0);
  const counted = (status: BatchItemStatus) =>
    (lines.counts[status] ?? 0) + (status === 'pending' ? itemCount - rows : 0);
  const wrong = batchItemStatuses
    .filter((status) => counts[status] !== counted(status))
    .map((status) => `${batchId} counts ${counts[status]} ${status} lines, there are ${counted(status)}`);
  const [amount, fee] = [costOf({ debited, selfFunded }), (debited?.fee ?? 0n) + (selfFunded?.fee ?? 0n)];
  if (amount === lines.amount && fee === lines.fee) return wrong;
  return [
    ...wrong,
    `${batchId} says that its payouts take ${amount}, ${fee} of it fees; their rows say ${lines.amount} and ${lines.fee}`,
  ];
}

/**
 * Findings about payouts of batches whose item does not name them. A batch that a restore has lost, and an item that
 * was not yet validated, name none.
 */
export async function lineFindings(
  store: Store,
  organizationId: string,
  payouts: readonly Payout[],
): Promise<string[]> {
  const batchIds = new Set(payouts.flatMap(({ batchId }) => batchId ?? []));
  const runs = await store.getMany(
    BatchEntity,
    [...batchIds].map((batchId) => ({ organizationId, batchId })),
  );
  const lines = payouts.flatMap(({ payoutId, batchId }) => {
    const run = runs.find((one) => one.batchId === batchId);
    return run ? [{ payoutId, run, index: indexOf(run, payoutId) }] : [];
  });
  const keys = lines.flatMap(({ run, index }) =>
    index === undefined ? [] : [{ organizationId, batchId: run.batchId, index }],
  );
  const items = await store.getMany(BatchItemEntity, keys);
  return lines.flatMap(({ payoutId, run, index }) => {
    const item = items.find((one) => one.batchId === run.batchId && one.index === index);
    if (item?.payoutId === payoutId || (index !== undefined && !item && run.counts.pending > 0)) return [];
    return [`${payoutId} is of ${run.batchId}, whose line ${index} does not name it`];
  });
}
