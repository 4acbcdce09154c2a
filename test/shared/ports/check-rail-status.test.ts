import { describe, expect, test } from 'vitest';
import { checkRailStatus, maxRecheckMs } from '../../../shared/ports/check-rail-status.ts';
import { failureCodes } from '../../../shared/ports/failure-codes.ts';
import type { RailStatus } from '../../../shared/ports/payout-rail.ts';

const news: readonly RailStatus[] = [
  { status: 'unknown' },
  { status: 'pending', recheckInMs: 1 },
  { status: 'processing', recheckInMs: maxRecheckMs },
  { status: 'completed' },
  { status: 'completed', recheckInMs: 60_000 },
  { status: 'returned' },
  ...failureCodes.map((failureCode) => ({ status: 'failed', failureCode, fundsReturned: false }) as const),
];

describe('news of a payout', () => {
  test.each(news)('is what the port lists: %o', (answer) => {
    expect(checkRailStatus(answer)).toEqual(answer);
  });

  test('is taken without what an adapter says besides', () => {
    expect(checkRailStatus({ status: 'returned', networkId: 'x' })).toEqual({ status: 'returned' });
  });
});

describe('an answer that is no status', () => {
  test.each([
    ['answer', undefined],
    ['answer', 'completed'],
    ['status', {}],
    ['status', { status: 'settled' }],
    ['status', { status: 'canceled' }],
    ['recheckInMs', { status: 'pending' }],
    ...[-1, 0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, maxRecheckMs + 1, '1000', null].flatMap((recheckInMs) =>
      ['pending', 'processing', 'completed'].map(
        (status) => ['recheckInMs', { status, recheckInMs }] as [string, object],
      ),
    ),
    ['failureCode', { status: 'failed', fundsReturned: true }],
    ['failureCode', { status: 'failed', failureCode: 'insufficient_mojo', fundsReturned: true }],
    ['fundsReturned', { status: 'failed', failureCode: 'unknown' }],
    ['fundsReturned', { status: 'failed', failureCode: 'unknown', fundsReturned: 'yes' }],
  ] as [string, unknown][])('names %s: %o', (field, answer) => {
    expect(() => checkRailStatus(answer)).toThrow(new RegExp(`is no status of a payout: ${field}: `));
  });

  test('is not repeated: what it says may be somebody’s data', () => {
    for (const fault of [
      { status: 'Ana Souza' },
      { status: 'failed', failureCode: 'Ana Souza', fundsReturned: 'Ana' },
    ]) {
      expect(() => checkRailStatus(fault)).not.toThrow(/Ana/);
    }
  });
});
