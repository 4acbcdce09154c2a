import { expect, test } from 'vitest';
import { oneMachineBars } from './one-machine-bars.ts';
import { oneMachineTables } from './one-machine-tables.ts';
import type { OneMachineFigures } from './sections/one-machine/one-machine.ts';

const neighbour = {
  callers: 32,
  payoutsPerSecond: 100,
  processorMsPerPayout: 10,
  reads: 100,
  p50Ms: 20,
  p99Ms: 150,
  aloneP99Ms: 10,
  errors: 0,
};
const use = { startMs: 1_200, startProcessorMs: 900, mbAfterReads: 270, mbAfterCallers: 380, neighbours: [neighbour] };
const reading = { pageP50Ms: 20, exportMs: 200, exported: 2_000, payoutMs: 2_000 };
const history = { ...use, startMs: 2_500, mbAfterCallers: 400, walMb: 64, reading };
const slower = { ...neighbour, payoutsPerSecond: 20, p99Ms: 2_000, errors: 7 };
const peer = { ...use, startMs: 9_000, mbAfterCallers: 900, neighbours: [slower] };
const work = {
  buyers: { pageP50Ms: 1, staticP50Ms: 1, buyers: 50, refusals: 0, paid: 50, paidSeconds: 6, load: 1 },
  run: { lines: 1_000, acceptedMs: 300, validatedSeconds: 1, createdSeconds: 7, created: 1_000, load: 1 },
  burst: { events: 3_000, receiverMs: 50, perSecond: 600, missing: 0 },
};
const blocking = {
  transactions: 5_000,
  commitP50Ms: 1,
  commitP99Ms: 10,
  commitMaxMs: 90,
  stallP50Ms: 2,
  stallP99Ms: 20,
  stallMaxMs: 120,
  expired: 200_000,
  expiryStallMaxMs: 120,
  walMb: 5,
  machineMaxMs: 5,
};
const chain = {
  extraStartMs: 1_000,
  extraMb: 40,
  payouts: 60,
  unsent: 0,
  sentP50Ms: 3_000,
  sentP99Ms: 12_000,
  wallets: 60,
  unpaid: 0,
  paidP50Ms: 1_000,
  paidP99Ms: 5_000,
  blockP50Ms: 2_000,
  blockP99Ms: 6_000,
};
const figures = {
  historyPayouts: 100_000,
  use: { embedded: use, history, 'dynamodb-local': peer },
  work: { embedded: work, 'dynamodb-local': work },
  chain,
  blocking,
} satisfies OneMachineFigures;

function missedBy(measured: OneMachineFigures): string[] {
  return oneMachineBars(measured).flatMap(({ name, met }) => (met ? [] : [name]));
}

function withUse(changed: object): OneMachineFigures {
  return { ...figures, use: { ...figures.use, embedded: { ...use, ...changed } } };
}

function withHistory(changed: object): OneMachineFigures {
  return { ...figures, use: { ...figures.use, history: { ...history, ...changed } } };
}

function withChain(changed: object): OneMachineFigures {
  return { ...figures, chain: { ...chain, ...changed } };
}

function withWork(changed: object): OneMachineFigures {
  return { ...figures, work: { ...figures.work, embedded: { ...work, ...changed } } };
}

test('figures that are just good enough meet every bar of one machine, whatever DynamoDB Local takes', () => {
  expect(missedBy(figures)).toEqual([]);
});

test.each<[string, OneMachineFigures]>([
  ['one machine: ready', withUse({ startMs: 1_201 })],
  ['one machine: memory after 200 reads', withUse({ mbAfterReads: 271 })],
  ['one machine: memory after 32 callers', withUse({ mbAfterCallers: 381 })],
  [
    'one machine: p99 of a read beside 32 callers, the worst round',
    withUse({ neighbours: [neighbour, { ...neighbour, p99Ms: 151 }, neighbour] }),
  ],
  ['one machine: errors beside 32 callers', withUse({ neighbours: [neighbour, { ...neighbour, errors: 1 }] })],
  [
    'one machine: payouts a second to DynamoDB Local',
    withUse({
      neighbours: [{ ...neighbour, payoutsPerSecond: 98 }, neighbour, { ...neighbour, payoutsPerSecond: 90 }],
    }),
  ],
  ['one machine, 100000 payouts: ready', withHistory({ startMs: 2_501 })],
  ['one machine, 100000 payouts: memory after 32 callers', withHistory({ mbAfterCallers: 401 })],
  [
    'one machine, 100000 payouts: payouts a second to DynamoDB Local',
    withHistory({ neighbours: [{ ...neighbour, payoutsPerSecond: 78 }] }),
  ],
  ['one machine, 100000 payouts: largest write-ahead log', withHistory({ walMb: 64.1 })],
  ['one machine, 100000 payouts: largest write-ahead log', { ...figures, blocking: { ...blocking, walMb: 64.1 } }],
  [
    'one machine, 100000 payouts: longest stall while written to',
    { ...figures, blocking: { ...blocking, stallMaxMs: 120.1 } },
  ],
  [
    'one machine, 100000 payouts: longest stall while rows expire',
    { ...figures, blocking: { ...blocking, expiryStallMaxMs: 120.1 } },
  ],
  ['one machine: burst of webhooks, deliveries a second', withWork({ burst: { ...work.burst, perSecond: 599.9 } })],
  ['one machine: burst of webhooks, events that did not arrive', withWork({ burst: { ...work.burst, missing: 1 } })],
  [
    'one machine: a batch of 1000 beside its settlement: created',
    withWork({ run: { ...work.run, createdSeconds: 7.1 } }),
  ],
  ['one machine: lines that became no payout', withWork({ run: { ...work.run, created: 999 } })],
  ['one machine: 50 buyers at once: all paid', withWork({ buyers: { ...work.buyers, paidSeconds: 6.1 } })],
  ['one machine: 50 buyers at once: not paid', withWork({ buyers: { ...work.buyers, paid: 49 } })],
  ['one machine with a development chain: ready later by', withChain({ extraStartMs: 1_001 })],
  ['one machine with a development chain: memory beyond that without', withChain({ extraMb: 41 })],
  ['one machine with a development chain: from the final block to the rail, p99', withChain({ sentP99Ms: 12_001 })],
  ['one machine with a development chain: funded payouts that were not sent', withChain({ unsent: 1 })],
  [
    'one machine with a development chain: from a payout to a wallet to its block, p99',
    withChain({ paidP99Ms: 5_001 }),
  ],
  ['one machine with a development chain: payouts to wallets that no block had', withChain({ unpaid: 1 })],
])('a figure that is a little worse misses its bar alone: %s', (bar, measured) => {
  expect(missedBy(measured)).toEqual([bar]);
});

test('without Java there is no column and no ratio of DynamoDB Local', () => {
  const alone: OneMachineFigures = { ...figures, use: { embedded: use, history }, work: { embedded: work } };
  expect(oneMachineBars(alone).map(({ name }) => name)).not.toContainEqual(expect.stringContaining('DynamoDB Local'));
  const [first = ''] = oneMachineTables(alone);
  expect(first.split('\n')[1]).toMatch(/^\s+new data\s+100000 payouts$/);
  expect(oneMachineTables(figures)[0]).toMatch(/to DynamoDB Local\s+5\s+5\s+1\n/);
});
