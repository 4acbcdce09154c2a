import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gigabyteSeconds, memoryMb, processorMs } from '../bench/cost/assumptions.ts';
import { measureRest } from '../bench/cost/at-rest.ts';
import { measure } from '../bench/cost/measure.ts';
import { costDocument, totalOf } from '../bench/cost/report.ts';
import { sum, times } from '../bench/cost/usage.ts';
import { synthesize } from './support/synthesize.ts';

describe('what it costs', () => {
  test('is what docs/cost.md says: if not, run `npm run cost -- --write`', async () => {
    const costs = { done: await measure(), rest: await measureRest() };
    expect(readFileSync(join(import.meta.dirname, '../../docs/cost.md'), 'utf8')).toBe(costDocument(costs));
    const payouts = costs.done.filter(({ name }) => name.startsWith('payout'));
    expect(payouts).toHaveLength(2);
    for (const { usage } of payouts) expect(totalOf(usage) * 1e6).toBeLessThanOrEqual(40);
  });

  test('is counted for the memory that functions have', async () => {
    const app = await synthesize();
    const own = app.resources('AWS::Lambda::Function').filter(({ Properties }) => Properties.Architectures);
    expect(own.length).toBeGreaterThan(70);
    expect([...new Set(own.map(({ Properties }) => Properties.MemorySize))]).toEqual([memoryMb]);
    expect([...new Set(own.flatMap(({ Properties }) => Properties.Architectures))]).toEqual(['arm64']);
  });

  test('is the sum of what is used at its prices', () => {
    expect(totalOf({ writeUnit: 2e6, readUnit: 1e6, alarm: 3 })).toBeCloseTo(1.25 + 0.125 + 0.3);
    expect(sum({ writeUnit: 1, alarm: 2 }, { writeUnit: 3 })).toEqual({ writeUnit: 4, alarm: 2 });
    expect(times(3, { writeUnit: 2 })).toEqual({ writeUnit: 6 });
  });

  test('is billed by whole milliseconds, of which a share of a processor needs more', () => {
    expect(gigabyteSeconds('getBalance', 20)).toBe(Math.ceil(20 + processorMs.getBalance * 1.728) / 1000);
    expect(gigabyteSeconds('getBalance', 20.01)).toBeGreaterThanOrEqual(gigabyteSeconds('getBalance', 20));
  });
});
