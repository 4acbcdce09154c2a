import { describe, expect, test } from 'vitest';
import {
  contradicts,
  type PayoutStatus,
  payoutStatuses,
  payoutTransitions,
  type ShownStatus,
  shownStatus,
  shownStatuses,
  stepsBetween,
  storedStatuses,
} from '../../../../shared/payouts/payout/transitions.ts';

const pairs = payoutStatuses.flatMap((from) => shownStatuses.map((to) => [from, to] as const));

/** The specification's table and the status before it, spelled out a second time: a change of one must be a change of both. */
const allowed: Readonly<Record<PayoutStatus, string>> = {
  awaiting_funds: 'failed canceled',
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
    const path: readonly PayoutStatus[] = [from, ...stepsBetween(from, to)];
    for (const [index, next] of path.slice(1).entries()) {
      expect(payoutTransitions[path[index] as PayoutStatus]).toContain(next as ShownStatus);
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
    expect(none).toEqual(expect.arrayContaining(shownStatuses.map((status) => `${status} -> ${status}`)));
    for (const from of terminal) for (const to of shownStatuses) expect(none).toContain(`${from} -> ${to}`);
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
      ...['pending', 'processing', 'completed', 'returned'].map((heard) => `awaiting_funds -> ${heard}`),
      ...['processing', 'completed', 'returned', 'failed'].map((heard) => `canceled -> ${heard}`),
      ...['completed', 'returned', 'canceled'].map((heard) => `failed -> ${heard}`),
      ...['failed', 'canceled'].map((heard) => `returned -> ${heard}`),
    ].sort(),
  );
});

test('a payout that awaits funds is shown as pending, and found as such', () => {
  expect(payoutStatuses.map(shownStatus)).toEqual(['pending', ...shownStatuses]);
  expect(storedStatuses(['pending', 'failed'])).toEqual(['awaiting_funds', 'pending', 'failed']);
  expect(storedStatuses([])).toEqual([]);
});

test('whatever a rail says of a payout that awaits funds contradicts it, unless it has failed', () => {
  expect(shownStatuses.filter((status) => !contradicts('awaiting_funds', status))).toEqual(['failed', 'canceled']);
});
