import { isDeepStrictEqual } from 'node:util';
import type { Item } from '../../../../local/table/item.ts';
import { format } from '../../../../shared/ground/table/format.ts';
import { comparedForm } from '../../../../shared/ground/text/compared-form.ts';
import { type Batch, BatchEntity } from '../../../../shared/payouts/batches/batch/batch.ts';
import { type BatchItem, payoutIdOf } from '../../../../shared/payouts/batches/batch/batch-item.ts';
import { presentBatch } from '../../../../shared/payouts/batches/batch/present-batch.ts';
import {
  type BatchItemStatus,
  type BatchStatus,
  batchItemStatuses,
} from '../../../../shared/payouts/batches/batch/statuses.ts';
import { type Payout, PayoutEntity } from '../../../../shared/payouts/payout/payout.ts';
import { PayoutRequest } from '../../../../shared/payouts/payout/payout-request.ts';
import { bodyOf, errorOf } from '../engine/operation.ts';
import type { World } from '../engine/world.ts';
import { answersTo, operationsOf } from './answers.ts';
import type { Books } from './books.ts';
import type { Invariant } from './invariant.ts';

export const batchInvariants: readonly Invariant[] = [
  { name: 'a run goes as its table says, and ends or waits for somebody', broken: transitions },
  { name: 'the lines of a run are those that were submitted', broken: linesAreKept },
  { name: 'each created line is one payout, and each payout of a run is one created line', broken: linesArePayouts },
  { name: 'a refused line leaves nothing but its item', broken: refusedLinesLeaveNothing },
  { name: "a run's counts and debits are those of its lines, behind each commit", broken: countsAddUp },
  { name: 'a run that is to be advanced has due work, behind each commit', broken: workIsDue },
  { name: 'a run tells of its wait and of its end once each, behind all of its payouts', broken: events },
  { name: 'a reference names one run', broken: referencesAreUnique },
];

/** Specification, States and transitions, Payout batch. */
const nextStatuses: Readonly<Record<BatchStatus, readonly BatchStatus[]>> = {
  received: ['validating', 'awaiting_confirmation', 'creating', 'canceled'],
  validating: ['validating', 'awaiting_confirmation', 'creating', 'canceled'],
  // An approval that is asked for is noted on the batch.
  awaiting_confirmation: ['awaiting_confirmation', 'creating', 'canceled'],
  creating: ['creating', 'completed'],
  completed: [],
  canceled: [],
};
const restful: readonly BatchStatus[] = ['awaiting_confirmation', 'completed', 'canceled'];

/** What a batch is told as, by how it ended. */
const announcements: Readonly<Partial<Record<BatchStatus, readonly string[]>>> = {
  awaiting_confirmation: ['awaiting_confirmation'],
  completed: ['completed', 'awaiting_confirmation,completed'],
  canceled: ['canceled', 'awaiting_confirmation,canceled'],
};

function transitions({ organizationId }: Books, { witness }: World): string[] {
  return witness.keys(`BATCH#${organizationId} `).flatMap((key) => {
    const path = witness.history(key).map(({ item }) => item?.status as BatchStatus);
    const isPath = path.every((next, index) => {
      const before = path[index - 1];
      return before === undefined ? next === 'received' : nextStatuses[before].includes(next);
    });
    return isPath && restful.includes(path.at(-1) as BatchStatus) ? [] : [`${key} went ${path}`];
  });
}

/** Of a batch that was canceled while it was validated, some lines are no items. */
function linesAreKept(books: Books, world: World): string[] {
  const submissions = operationsOf(books, world).filter(({ endpoint }) => endpoint.operation === 'createPayoutBatch');
  return books.batches.flatMap((batch) => {
    const { batchId, status, itemCount } = batch;
    const submission = submissions.find(({ attempts }) =>
      attempts.some(({ invocation }) => invocation?.made.includes(batchId)),
    );
    const lines: unknown[] = JSON.parse(submission?.text ?? '{}').items ?? [];
    const wanted = lines.map((line) => JSON.parse(JSON.stringify(PayoutRequest.parse(line))));
    const kept = itemsOf(books, batch).map(({ request }) => JSON.parse(request));
    const isWhole = kept.length === wanted.length || status === 'canceled';
    const isTrue = isWhole && itemCount === wanted.length && isDeepStrictEqual(kept, wanted.slice(0, kept.length));
    return isTrue ? [] : [`${batchId} has ${kept.length} of ${itemCount} lines, ${wanted.length} were submitted`];
  });
}

function itemsOf({ batchItems }: Books, { batchId }: Batch): BatchItem[] {
  return batchItems.filter((item) => item.batchId === batchId);
}

function linesArePayouts(books: Books): string[] {
  const runs = new Map(books.batches.map((batch) => [batch.batchId, batch]));
  const created = books.batchItems.filter(({ status }) => status === 'created');
  const ofRuns = books.payouts.filter(({ batchId }) => batchId !== undefined);
  return [
    ...created.flatMap((item) => {
      const { batchId, index, payoutId = '' } = item;
      const payout = ofRuns.find((one) => one.payoutId === payoutId);
      const run = runs.get(batchId);
      const isOwn = run && payout?.batchId === batchId && payoutId === payoutIdOf(run, index);
      return isOwn && isOf(item, payout) ? [] : [`line ${index} of ${batchId} became ${payoutId}`];
    }),
    ...ofRuns.flatMap(({ payoutId, batchId = '', batchReference }) => {
      const lines = created.filter((item) => item.payoutId === payoutId && item.batchId === batchId);
      const run = runs.get(batchId);
      return lines.length === 1 && run?.status === 'completed' && run.externalReferenceId === batchReference
        ? []
        : [`${payoutId} is that of ${lines.length} lines of ${batchId}, which is ${run?.status}`];
    }),
  ];
}

function isOf({ request }: BatchItem, { destinationAccountId, given: { reference } }: Payout): boolean {
  const line: PayoutRequest = JSON.parse(request);
  return line.destinationAccountId === destinationAccountId && line.reference === reference;
}

/** The payout that it would have become is nowhere; what the caps count is looked at with all payouts. */
function refusedLinesLeaveNothing({ batches, batchItems, payouts, rows, events: feed, due }: Books): string[] {
  const traces = new Set([...payouts, ...rows, ...feed].map(({ payoutId }) => payoutId));
  for (const { resourceId } of due) traces.add(resourceId);
  const runs = new Map(batches.map((batch) => [batch.batchId, batch]));
  return batchItems
    .filter(({ status }) => status === 'invalid' || status === 'create_failed')
    .flatMap(({ batchId, index, status, payoutId, errors = [] }) => {
      const run = runs.get(batchId);
      const isClean = payoutId === undefined && run && !traces.has(payoutIdOf(run, index));
      return isClean && errors.length > 0 ? [] : [`line ${index} of ${batchId} is ${status} and left ${payoutId}`];
    });
}

/** A run as it was behind a commit that changed it. */
interface Moment {
  readonly batch: Batch;
  readonly items: readonly Item[];
  readonly payouts: readonly Payout[];
  readonly isDue: boolean;
}

function momentsOf({ organizationId }: Books, { witness }: World): Moment[] {
  const items = new Map<string, Map<string, Item>>();
  const payouts = new Map<string, Map<string, Payout>>();
  const due = new Set<string>();
  return witness.commits.flatMap(({ changes }) => {
    for (const { key, after } of changes) {
      const [prefix, organization, kind = '', id = ''] = key.split(/[# ]/);
      if (organization !== organizationId) continue;
      if (prefix === 'BATCH_ITEM' && after) within(items, kind).set(key, after);
      if (prefix === 'PAYOUT' && after?.batchId)
        within(payouts, `${after.batchId}`).set(key, format(PayoutEntity, after));
      if (prefix === 'DUE' && kind === 'batches') due[after ? 'add' : 'delete'](id);
    }
    return changes.flatMap(({ key, after }) => {
      if (!after || !key.startsWith(`BATCH#${organizationId} `)) return [];
      const batch = format(BatchEntity, after);
      const own = {
        items: [...within(items, batch.batchId).values()],
        payouts: [...within(payouts, batch.batchId).values()],
      };
      return [{ batch, ...own, isDue: due.has(batch.batchId) }];
    });
  });
}

function within<T>(all: Map<string, Map<string, T>>, id: string): Map<string, T> {
  const found = all.get(id) ?? new Map<string, T>();
  all.set(id, found);
  return found;
}

function countsAddUp(books: Books, world: World): string[] {
  return momentsOf(books, world).flatMap(({ batch, items, payouts }) => {
    const { batchId, version, itemCount, counts, debited, largestDebit, status } = batch;
    const countOf = (one: BatchItemStatus) =>
      one === 'pending' ? itemCount - items.length : items.filter((item) => item.status === one).length;
    const amount = payouts.reduce((sum, { sourceAmount }) => sum + sourceAmount, 0n);
    const fee = payouts.reduce((sum, payout) => sum + payout.fee, 0n);
    const isDone = status !== 'completed' || counts.valid + counts.pending === 0;
    const isAsCounted = batchItemStatuses.every((one) => counts[one] === countOf(one));
    return [
      ...(isAsCounted && isDone
        ? []
        : [
            `version ${version} of ${batchId}, ${status}, counts ${told((one) => counts[one])}, its lines are ${told(countOf)}`,
          ]),
      ...((debited?.amount ?? 0n) === amount && (debited?.fee ?? 0n) === fee
        ? []
        : [`version ${version} of ${batchId} has debited ${debited?.amount}, its payouts ${amount}`]),
      ...(amount <= (largestDebit ?? amount) ? [] : [`${batchId} debits ${amount}, people approved ${largestDebit}`]),
    ];
  });
}

function told(countOf: (status: BatchItemStatus) => number): string {
  return batchItemStatuses.map((status) => `${countOf(status)} ${status}`).join(', ');
}

function workIsDue(books: Books, world: World): string[] {
  return momentsOf(books, world).flatMap(({ batch: { batchId, version, status }, isDue }) =>
    isDue === restful.includes(status)
      ? [`version ${version} of ${batchId} is ${status}, and its work is ${isDue ? 'due' : 'not due'}`]
      : [],
  );
}

function events({ batches, events: feed, organizationId }: Books, { witness }: World): string[] {
  return batches.flatMap((batch) => {
    const { batchId, status } = batch;
    const all = feed.filter((event) => event.batchId === batchId);
    const own = all.filter(({ type }) => type.startsWith('payout_batch.'));
    const path = own.map(({ type }) => type.replace('payout_batch.', ''));
    const last = own.at(-1);
    const shown = JSON.parse(last?.data ?? '{}');
    const isShown = witness
      .history(`BATCH#${organizationId} ${batchId}`)
      .some(
        ({ item }) =>
          item && isDeepStrictEqual(JSON.parse(JSON.stringify(presentBatch(format(BatchEntity, item)))), shown),
      );
    const isLate = all.some(({ type, sequence }) => type === 'payout.pending' && sequence > (last?.sequence ?? 0));
    return [
      ...(announcements[status]?.includes(path.join()) ? [] : [`${batchId} is ${status}, its events say ${path}`]),
      ...(isShown ? [] : [`the last event of ${batchId} shows another run: ${last?.data}`]),
      ...(isLate && status === 'completed' ? [`${batchId} was completed before its last payout`] : []),
    ];
  });
}

/** Every answer that names a reference names its batch. */
function referencesAreUnique(books: Books, world: World): string[] {
  const { batches, batchReferences } = books;
  const byReference = Map.groupBy(batches, ({ externalReferenceId }) => comparedForm(externalReferenceId));
  const refused = answersTo(operationsOf(books, world))
    .filter(({ answer }) => errorOf(answer) === 'PAYOUT_BATCH_DUPLICATE_REFERENCE')
    .map(({ answer }) => bodyOf(answer));
  return [
    ...[...byReference].flatMap(([reference, named]) => {
      const row = batchReferences.find(({ externalReferenceId }) => externalReferenceId === reference);
      return named.length === 1 && row?.batchId === named[0]?.batchId
        ? []
        : [`${reference} names ${named.map(({ batchId }) => batchId)}, its row ${row?.batchId}`];
    }),
    ...refused
      .filter(({ originalBatchId }) => !batches.some(({ batchId }) => batchId === originalBatchId))
      .map(({ originalBatchId }) => `somebody was refused for ${originalBatchId}, which is not there`),
  ];
}
