import { expect, test } from 'vitest';
import { batchBars } from './batch-bars.ts';
import type { BatchFigures } from './sections/batches/batches.ts';
import type { RunFigures } from './sections/batches/modelled-run.ts';
import type { StackRunFigures } from './sections/batches/one-machine-run.ts';

const run: RunFigures = {
  lines: 1_000,
  endUsers: 'uncapped',
  settles: false,
  acceptedMs: 1_500,
  validatedMs: 3_000,
  createdMs: 4_000,
  created: 1_000,
  transactions: 72,
  itemsPerLine: 7.3,
  throttled: {},
};
const before = { accepts: 300, p50Ms: 30, p99Ms: 60 };
const same = { accepts: 300, p50Ms: 160, p99Ms: 1_000, errors: 0, before };
const others = { accepts: 300, p50Ms: 30, p99Ms: 63, errors: 0, before };
const beside: RunFigures = { ...run, settles: true, singlesSeconds: 10, singles: { same, others } };
const frozen: StackRunFigures = {
  lines: 1_000,
  settles: false,
  acceptedMs: 1_500,
  validatedSeconds: 5,
  createdSeconds: 7,
  created: 1_000,
  load: 1,
};
const settling: StackRunFigures = { ...frozen, settles: true, createdSeconds: 7 };
const memory = { acceptMb: 256, workerMb: 256, created: 1_000 };
const good: BatchFigures = { modelled: [run, beside], stack: [frozen, settling], memory };

function missedBy(figures: BatchFigures): string[] {
  return batchBars(figures).flatMap(({ name, met }) => (met ? [] : [name]));
}

test('figures that are just good enough meet every bar of batches', () => {
  expect(missedBy(good)).toEqual([]);
});

test.each<[string, Partial<BatchFigures>]>([
  ['batches, modelled, uncapped: accepted', { modelled: [{ ...run, acceptedMs: 1_501 }] }],
  ['batches, modelled, uncapped: transactions', { modelled: [{ ...run, transactions: 73 }] }],
  ['batches, modelled, uncapped: items a line', { modelled: [{ ...run, itemsPerLine: 7.4 }] }],
  ['batches, modelled, named: transactions', { modelled: [{ ...run, endUsers: 'named', transactions: 85 }] }],
  [
    'batches, modelled, named and own: transactions',
    { modelled: [{ ...run, endUsers: 'named and own', transactions: 101 }] },
  ],
  ['batches: calls throttled', { modelled: [{ ...run, throttled: { BATCH_ITEM: 1 } }] }],
  ['batches: lines that became no payout', { modelled: [{ ...run, created: 999 }] }],
  [
    'batches, modelled, single accepts of the organization: p99',
    { modelled: [{ ...beside, singles: { same: { ...same, p99Ms: 1_001 }, others } }] },
  ],
  [
    'batches, modelled, single accepts of others: p99 to before',
    { modelled: [{ ...beside, singles: { same, others: { ...others, p99Ms: 64 } } }] },
  ],
  [
    'batches, modelled, single accepts: errors',
    { modelled: [{ ...beside, singles: { same, others: { ...others, errors: 1 } } }] },
  ],
  ['batches, one-machine stack, rails frozen: accepted', { stack: [{ ...frozen, acceptedMs: 1_501 }] }],
  ['batches, one-machine stack, rails frozen: created', { stack: [{ ...frozen, createdSeconds: 7.1 }] }],
  ['batches, one-machine stack, settlement running: created', { stack: [{ ...settling, createdSeconds: 7.1 }] }],
  ['batches, largest run: memory of the accept', { memory: { ...memory, acceptMb: 257 } }],
  ['batches, largest run: memory of the worker', { memory: { ...memory, workerMb: 257 } }],
])('a figure that is a little worse misses its bar alone: %s', (bar, figures) => {
  expect(missedBy({ ...good, ...figures })).toEqual([bar]);
});
