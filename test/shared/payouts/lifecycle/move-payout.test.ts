import { describe, expect, test } from 'vitest';
import { BalanceTransactionEntity } from '../../../../shared/journal/rows/balance-transaction.ts';
import { EventEntity } from '../../../../shared/journal/rows/event.ts';
import { movePayout } from '../../../../shared/payouts/lifecycle/move-payout.ts';
import { type Payout, PayoutEntity } from '../../../../shared/payouts/payout/payout.ts';
import { presentPayout } from '../../../../shared/payouts/payout/present-payout.ts';
import { payoutStatuses, stepsBetween } from '../../../../shared/payouts/payout/transitions.ts';
import { failureCodes } from '../../../../shared/ports/failure-codes.ts';
import type { RailStatus } from '../../../../shared/ports/payout-rail.ts';
import { draftWith, rowsOf, someTime } from '../../../support/drafts.ts';

const failures: RailStatus[] = failureCodes.flatMap((failureCode) =>
  [true, false].map((fundsReturned) => ({ status: 'failed', failureCode, fundsReturned }) as const),
);

/** Everything that a rail can say. */
const everyNews: readonly RailStatus[] = [
  { status: 'unknown' },
  { status: 'pending', recheckInMs: 1 },
  { status: 'processing', recheckInMs: 1 },
  { status: 'completed' },
  { status: 'completed', recheckInMs: 1 },
  { status: 'returned' },
  ...failures,
];

function payoutIn(status: Payout['status']): Payout {
  return {
    organizationId: 'org',
    payoutId: 'po_1',
    version: 3,
    status,
    requiresFunding: false,
    given: {},
    recipientId: 'rcp_1',
    destinationAccountId: 'acct_1',
    corridorId: 'eur_de_iban',
    sourceAmount: 10_000n,
    sourceCurrency: 'USD',
    destinationAmount: 9_154n,
    destinationCurrency: 'EUR',
    fee: 50n,
    rate: '0.92',
    livemode: false,
    createdAt: '2026-03-01T11:00:00.000Z',
    updatedAt: '2026-03-01T11:00:00.000Z',
    eventSequences: [1],
    ledgerPositions: ['first'],
  };
}

function moved(status: Payout['status'], news: RailStatus) {
  const draft = draftWith(5_000n, { sequence: 7, ledgerSequence: 3 });
  const changed = movePayout(draft, payoutIn(status), news);
  const [payout] = rowsOf(draft, PayoutEntity);
  return { draft, changed, payout, events: rowsOf(draft, EventEntity), rows: rowsOf(draft, BalanceTransactionEntity) };
}

const cases = payoutStatuses.flatMap((from) =>
  everyNews.map((news) => [from, news, news.status === 'unknown' ? [] : stepsBetween(from, news.status)] as const),
);

describe('news that may follow', () => {
  test.each(cases.filter(([, , steps]) => steps.length > 0))('%s, %o: one event a transition', (from, news, steps) => {
    const { changed, payout, events } = moved(from, news);
    expect(changed).toBe(true);
    expect(payout).toMatchObject({ status: news.status, version: 4, updatedAt: new Date(someTime).toISOString() });
    expect(events.map(({ type }) => type)).toEqual(steps.map((step) => `payout.${step}`));
    expect(events.map(({ sequence }) => sequence)).toEqual(steps.map((_, index) => 8 + index));
    expect(payout?.eventSequences).toEqual([1, ...events.map(({ sequence }) => sequence)]);
    for (const event of events) expect(event).toMatchObject({ payoutId: 'po_1', livemode: false });
  });
});

describe('late, duplicate and impossible news', () => {
  test.each(cases.filter(([, , steps]) => steps.length === 0))('%s, %o: changes nothing', (from, news) => {
    const { changed, draft } = moved(from, news);
    expect(changed).toBe(false);
    expect(draft.isEmpty).toBe(true);
    expect(draft.head.balances.USD?.available).toBe(5_000n);
  });
});

describe('a failure', () => {
  const failing = (['pending', 'processing'] as const).flatMap((from) => failures.map((news) => [from, news] as const));

  test.each(failing)('from %s, %o, gives the money back exactly when it came back', (from, news) => {
    if (news.status !== 'failed') throw new Error('not a failure');
    const { payout, events, rows, draft } = moved(from, news);
    const { failureCode, fundsReturned } = news;
    expect(payout).toMatchObject({ failureCode, fundsReturned });
    expect(JSON.parse(events[0]?.data ?? '')).toMatchObject({ status: 'failed', failureCode, fundsReturned });
    const row = {
      type: 'payout_return',
      amount: 10_000n,
      fee: 50n,
      balanceAfter: 15_000n,
      payoutId: 'po_1',
      sequence: 4,
    };
    expect(rows).toEqual(fundsReturned ? [expect.objectContaining(row)] : []);
    expect(payout?.ledgerPositions).toHaveLength(fundsReturned ? 2 : 1);
    expect(draft.head.balances.USD?.available).toBe(fundsReturned ? 15_000n : 5_000n);
  });
});

describe('a return', () => {
  test('reads returned in orders, and failed by returned_by_bank in its event', () => {
    const { payout, events } = moved('completed', { status: 'returned' });
    const cause = { failureCode: 'returned_by_bank', fundsReturned: true };
    expect(presentPayout(payout as Payout)).toMatchObject({ status: 'returned', ...cause });
    expect(JSON.parse(events[0]?.data ?? '')).toEqual({ ...presentPayout(payout as Payout), status: 'failed' });
  });

  test('found while pending tells of the completion first, which had no failure', () => {
    const { events, rows } = moved('pending', { status: 'returned' });
    const [completed, returned] = events.map(({ data }) => JSON.parse(data));
    expect(completed.status).toBe('completed');
    expect(completed).not.toHaveProperty('failureCode');
    expect(completed).not.toHaveProperty('fundsReturned');
    expect(returned).toMatchObject({ status: 'failed', failureCode: 'returned_by_bank' });
    expect(rows.map(({ type }) => type)).toEqual(['payout_return']);
  });
});

test('the data of every other event is what orders show', () => {
  for (const news of [{ status: 'processing', recheckInMs: 1 }, { status: 'completed' }, ...failures] as RailStatus[]) {
    const { payout, events } = moved('pending', news);
    expect(JSON.parse(events.at(-1)?.data ?? '')).toEqual(presentPayout(payout as Payout));
  }
});
