import { describe, expect, test } from 'vitest';
import type { Line } from '../src/input/fault.ts';
import { idempotencyKeyOf, planRuns, referenceOf } from '../src/runs/plan-runs.ts';

function lines(count: number): Line[] {
  return Array.from({ length: count }, (_, index) => ({
    line: index + 2,
    item: { amount: '1', destinationAccountId: 'a', reference: `r${index}` },
  }));
}

describe('a plan', () => {
  test.each([
    [1, ['june'], [1], ['june/1']],
    [1_000, ['june'], [1_000], ['june/1']],
    [1_001, ['june/1', 'june/2'], [1_000, 1], ['june', 'june/3']],
    [2_500, ['june/1', 'june/2', 'june/3'], [1_000, 1_000, 500], ['june', 'june/4']],
  ])('of %i lines has the runs %j', (count, references, sizes, strays) => {
    const all = lines(count);
    const plan = planRuns(' june ', all);
    expect(plan.runs.map(({ reference }) => reference)).toEqual(references);
    expect(plan.runs.map(({ lines: part }) => part.length)).toEqual(sizes);
    expect(plan.runs.flatMap(({ lines: part }) => part)).toEqual(all);
    expect(plan.strays).toEqual(strays);
  });

  test('divides lines that no body has room for', () => {
    const metadata = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`k${index}`, '한'.repeat(90)]));
    const all = lines(3_000).map(({ line, item }) => ({ line, item: { ...item, metadata } }));
    const { runs } = planRuns('june', all);
    expect(runs.flatMap(({ lines: part }) => part)).toEqual(all);
    expect(runs.length).toBeGreaterThan(0);
    for (const { lines: part } of runs) {
      const body = { externalReferenceId: 'x'.repeat(255), items: part.map(({ item }) => ({ ...item, metadata })) };
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(2.5 * 1024 * 1024);
    }
  });

  test.each([[''], ['   '], ['x'.repeat(250)], ['a\u{7}b']])('is not named %j', (name) => {
    expect(() => planRuns(name, lines(1))).toThrow('--reference');
  });

  test('has the file’s name where none is given, whatever the file holds', () => {
    expect(referenceOf('/some/folder/june.csv')).toBe('june.csv');
  });
});

describe('an idempotency key', () => {
  const body = { externalReferenceId: 'june/1', items: lines(2).map(({ item }) => item), autoCommit: true };
  const key = idempotencyKeyOf(body);

  test('is the same for the same run, and one that the service takes', () => {
    expect(idempotencyKeyOf(structuredClone(body))).toBe(key);
    expect(key).toMatch(/^[A-Za-z0-9_.:-]{1,255}$/);
  });

  test.each([
    ['part', { externalReferenceId: 'june/2' }],
    ['line', { items: lines(3).map(({ item }) => item) }],
    ['way to commit', { autoCommit: false }],
  ])('is another for another %s', (_, other) => {
    expect(idempotencyKeyOf({ ...body, ...other })).not.toBe(key);
  });
});
