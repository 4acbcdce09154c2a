import { describe, expect, test } from 'vitest';
import {
  contradicts,
  type PayoutStatus,
  payoutStatuses,
  payoutTransitions,
  stepsBetween,
} from '../../../../shared/payouts/payout/transitions.ts';

const pairs = payoutStatuses.flatMap((from) => payoutStatuses.map((to) => [from, to] as const));

/** The specification's table, spelled out a second time: a change of one must be a change of both. */
const allowed: Readonly<Record<PayoutStatus, string>> = {
  pending: 'processing completed failed canceled',
  processing: 'completed failed',
  completed: 'returned',
  failed: '',
  returned: '',
  canceled: '',
};

test('the transitions are those of the specification', () => {
  const listed = Object.fromEntries(payoutStatuses.map((from) => [from, payoutTransitions[from].join(' ')]));
  expect(listed).toEqual(allowed);
});

describe('the steps', () => {
  test.each(pairs)('from %s to %s are legal ones, end there, and walk no state twice', (from, to) => {
    const path = [from, ...stepsBetween(from, to)];
    for (const [index, next] of path.slice(1).entries()) {
      expect(payoutTransitions[path[index] as PayoutStatus]).toContain(next);
    }
    expect(new Set(path).size).toBe(path.length);
    if (path.length > 1) expect(path.at(-1)).toBe(to);
  });

  test.each(pairs.filter(([from, to]) => payoutTransitions[from].includes(to)))('from %s to %s are one', (from, to) => {
    expect(stepsBetween(from, to)).toEqual([to]);
  });

  test.each(['pending', 'processing'] as const)('from %s to returned pass through completed', (from) => {
    expect(stepsBetween(from, 'returned')).toEqual(['completed', 'returned']);
  });

  test('to the same status, backwards, and out of a terminal status are none', () => {
    const none = pairs.filter(([from, to]) => stepsBetween(from, to).length === 0).map((pair) => pair.join(' -> '));
    const terminal = ['failed', 'returned', 'canceled'] as const;
    expect(none).toEqual(expect.arrayContaining(payoutStatuses.map((status) => `${status} -> ${status}`)));
    for (const from of terminal) for (const to of payoutStatuses) expect(none).toContain(`${from} -> ${to}`);
    expect(none).toEqual(
      expect.arrayContaining([
        'completed -> processing',
        'completed -> pending',
        'completed -> failed',
        'completed -> canceled',
        'processing -> pending',
        'processing -> canceled',
      ]),
    );
  });
});

test('news contradicts a status that it neither follows nor precedes, and nothing else', () => {
  const contradictions = pairs.filter(([from, to]) => contradicts(from, to)).map((pair) => pair.join(' -> '));
  expect(contradictions.sort()).toEqual(
    [
      'completed -> failed',
      'completed -> canceled',
      'processing -> canceled',
      ...['processing', 'completed', 'returned', 'failed'].map((heard) => `canceled -> ${heard}`),
      ...['completed', 'returned', 'canceled'].map((heard) => `failed -> ${heard}`),
      ...['failed', 'canceled'].map((heard) => `returned -> ${heard}`),
    ].sort(),
  );
});
