import { expect, test } from 'vitest';
import { PartitionLimits } from './partition-limits.ts';

/** Consumes until it is refused. @returns how often it was not */
function exhaust(limits: PartitionLimits, partition: string, units: { read: number; write: number }): number {
  let times = 0;
  while (limits.consume(partition, units)) times += 1;
  return times;
}

test('a partition has 1,000 write units and 3,000 read units for a second', () => {
  const limits = new PartitionLimits(() => 0);
  expect(exhaust(limits, 'a', { read: 0, write: 10 })).toBe(100);
  expect(exhaust(limits, 'a', { read: 10, write: 0 })).toBe(300);
  expect(limits.refused).toEqual(new Map([['a', 2]]));
});

test('partitions share nothing', () => {
  const limits = new PartitionLimits(() => 0);
  exhaust(limits, 'a', { read: 0, write: 1 });
  expect(limits.consume('b', { read: 0, write: 1 })).toBe(true);
});

test('what was consumed is given back as time passes, and no more than that', () => {
  let now = 0;
  const limits = new PartitionLimits(() => now);
  exhaust(limits, 'a', { read: 0, write: 1 });
  now += 100;
  expect(exhaust(limits, 'a', { read: 0, write: 1 })).toBe(100);
  now += 60_000;
  expect(exhaust(limits, 'a', { read: 0, write: 1 })).toBe(1_000);
});

test('another limit can be given, for what all partitions share', () => {
  const limits = new PartitionLimits(() => 0, { read: 50, write: 20 });
  expect(exhaust(limits, 'table', { read: 0, write: 10 })).toBe(2);
  expect(exhaust(limits, 'table', { read: 10, write: 0 })).toBe(5);
});
