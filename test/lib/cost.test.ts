import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gigabyteSeconds, memoryMb, processorMs } from '../proofs/bench/cost/assumptions.ts';
import { prices, pricesOf } from '../proofs/bench/cost/prices.ts';
import { costDocument, measureCosts } from '../proofs/bench/cost/report.ts';
import { breakEvenMonths, cheaperClass, keeping, making } from '../proofs/bench/cost/storage.ts';
import { sum, times, totalOf } from '../proofs/bench/cost/usage.ts';
import { production, synthesize } from './support/synthesize.ts';

describe('what it costs', () => {
  test('is what docs/cost.md says: if not, run `npm run cost -- --write`', async () => {
    const costs = await measureCosts();
    expect(readFileSync(join(import.meta.dirname, '../../docs/cost.md'), 'utf8')).toBe(costDocument(costs));
    // The key for the credentials of connections is 1.00 of it (docs/adr/0130). A kind of due work is 0.67 of it: its queue and its alarms. A domain has an alarm of 0.50, and each of its functions one of 0.10.
    expect(totalOf(costs.rest)).toBeLessThan(66);
    const payouts = costs.done.filter(({ name }) => name.startsWith('payout'));
    expect(payouts).toHaveLength(2);
    for (const { usage } of payouts) expect(totalOf(usage) * 1e6).toBeLessThanOrEqual(40);
    // Each corridor that is added has six more, and each operation three, and each kind of due work one.
    expect(costs.mostCustomMetrics).toBeLessThanOrEqual(776);
    // What a production stage has unless it says otherwise: `lib/table-settings.ts`.
    for (const payout of payouts) expect(cheaperClass(payout)).toBe('infrequent-access');
    expect(production.table.infrequentAccess).toBe(true);
  });

  test('is kept by table class: storage and backups for the months that they last, units at the prices of the class', () => {
    const stored = { gigabytes: 2, monthsOfOneYear: 24, monthsOfSevenYears: 168 };
    const done = { name: 'thing', usage: { writeUnit: 1e6, readUnit: 1e6, alarm: 1 }, writes: {}, stored };
    expect(making(done, 'standard')).toBeCloseTo(0.625 + 0.125 + 0.1);
    expect(making(done, 'infrequent-access')).toBeCloseTo(0.78 + 0.155 + 0.1);
    expect(keeping(168, 'standard')).toBeCloseTo(168 * (0.25 + 0.2));
    expect(keeping(168, 'infrequent-access')).toBeCloseTo(168 * (0.1 + 0.2));
    expect(breakEvenMonths(done)).toBeCloseTo(0.185 / (2 * 0.15));
    const shortly = { ...done, stored: { gigabytes: 1, monthsOfOneYear: 0.1, monthsOfSevenYears: 0.1 } };
    expect(cheaperClass(shortly)).toBe('standard');
    expect(cheaperClass(done)).toBe('infrequent-access');
  });

  test('is of prices of one date, which one page has, marked as not compared wherever they are named', () => {
    const pageOf = (name: string) => readFileSync(join(import.meta.dirname, `../../docs/${name}.md`), 'utf8');
    expect(pageOf('cost')).toContain(`recorded in ${pricesOf} and **not compared** with AWS's pages`);
    const settings = pageOf('settings');
    expect(settings).toContain("**not compared** with AWS's pages;\n[cost](cost.md#the-prices)");
    expect(settings).not.toContain(pricesOf);
    for (const { page, unit } of Object.values(prices)) expect(page, unit).toMatch(/^[a-z0-9/-]+$/);
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
