import { describe, expect, test } from 'vitest';
import { checkNews, longestPauseMs } from '../../../shared/ports/check-news.ts';
import { failureCodes } from '../../../shared/ports/failure-codes.ts';
import type { RailNews } from '../../../shared/ports/payout-rail.ts';

const news: readonly RailNews[] = [
  { status: 'unknown' },
  { status: 'pending', lookAgainInMs: 1 },
  { status: 'processing', lookAgainInMs: longestPauseMs },
  { status: 'completed' },
  { status: 'completed', lookAgainInMs: 60_000 },
  { status: 'returned' },
  ...failureCodes.map((failureCode) => ({ status: 'failed', failureCode, fundsReturned: false }) as const),
];

describe('news of a payout', () => {
  test.each(news)('is what the port lists: %o', (answer) => {
    expect(checkNews(answer)).toEqual(answer);
  });

  test('is taken without what an adapter says besides', () => {
    expect(checkNews({ status: 'returned', networkId: 'x' })).toEqual({ status: 'returned' });
  });
});

describe('an answer that is no news', () => {
  test.each([
    ['answer', undefined],
    ['answer', 'completed'],
    ['status', {}],
    ['status', { status: 'settled' }],
    ['status', { status: 'canceled' }],
    ['lookAgainInMs', { status: 'pending' }],
    ...[-1, 0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, longestPauseMs + 1, '1000', null].flatMap((lookAgainInMs) =>
      ['pending', 'processing', 'completed'].map(
        (status) => ['lookAgainInMs', { status, lookAgainInMs }] as [string, object],
      ),
    ),
    ['failureCode', { status: 'failed', fundsReturned: true }],
    ['failureCode', { status: 'failed', failureCode: 'insufficient_mojo', fundsReturned: true }],
    ['fundsReturned', { status: 'failed', failureCode: 'unknown' }],
    ['fundsReturned', { status: 'failed', failureCode: 'unknown', fundsReturned: 'yes' }],
  ] as [string, unknown][])('names %s: %o', (field, answer) => {
    expect(() => checkNews(answer)).toThrow(new RegExp(`is no news of a payout: ${field}: `));
  });

  test('is not repeated: what it says may be somebody’s data', () => {
    for (const fault of [
      { status: 'Ana Souza' },
      { status: 'failed', failureCode: 'Ana Souza', fundsReturned: 'Ana' },
    ]) {
      expect(() => checkNews(fault)).not.toThrow(/Ana/);
    }
  });
});
