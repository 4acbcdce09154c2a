import { beforeAll, describe, expect, test } from 'vitest';
import { timestamp } from '../../../shared/ground/time/clock.ts';
import { decideAndCommit } from '../../../shared/journal/commit/decide.ts';
import type { Posting } from '../../../shared/journal/commit/draft.ts';
import { BalanceTransactionEntity, balanceTransactionTypes } from '../../../shared/journal/rows/balance-transaction.ts';
import {
  addPayout,
  addQuote,
  addRecipient,
  bodyOf,
  fundedOrganization,
  pathOf,
  settle,
  type TestOrganization,
} from '../../support/journey.ts';
import { readPages, refusedParameter } from '../../support/pages.ts';
import { quotes } from '../../support/quotes.ts';
import { type Answer, TestService } from '../../support/service.ts';

const section = 'Endpoints > List balance transactions';

let service: TestService;
let organization: TestOrganization;
let other: TestOrganization;
/** Every row, newest first. */
let all: Answer['body'][];
let start: number;

const commits = 12;

/** Rows of every type in two currencies: two a commit, and so two at a time. */
function postingsOf(commit: number): Posting[] {
  return [0, 1].map((half) => {
    const type = balanceTransactionTypes[(2 * commit + half) % balanceTransactionTypes.length] ?? 'adjustment';
    const currency = commit % 3 === 0 ? 'EUR' : 'USD';
    return { type, currency, amount: amountOf(type, commit), fee: half === 0 ? 5n : undefined };
  });
}

/** A release gives back what the hold of the commit before took, and a hold takes what came back beside it. */
function amountOf(type: Posting['type'], commit: number): bigint {
  if (type === 'hold') return BigInt(-101 - commit);
  return BigInt(type === 'payout_return' ? 101 + commit : 100 + commit);
}

beforeAll(async () => {
  service = await TestService.start();
  organization = await service.organization();
  other = await fundedOrganization(service);
  start = service.clock.now;
  for (let commit = 0; commit < commits; commit += 1) {
    service.clock.now = start + commit * 1_000;
    await decideAndCommit(service.runtime, {
      organizationId: organization.organizationId,
      reads: {},
      decide: (_found, draft) => {
        for (const posting of postingsOf(commit)) draft.post(posting);
        return { reply: { status: 200, body: undefined } };
      },
    });
  }
  all = bodyOf(await get('')).data;
});

function get(query: string, of = organization): Promise<Answer> {
  return service.get(`${pathOf(of)}/balance_transactions${query}`, of);
}

const at = (commit: number) => encodeURIComponent(timestamp(start + commit * 1_000));

describe('the ledger', () => {
  test(
    'is newest first, every row once, and chains its balances by currency',
    quotes({ [section]: ['`GET P/balance_transactions`.', '200: rows newest first'] }),
    () => {
      expect(all).toHaveLength(2 * commits);
      const oldestFirst = all.toReversed();
      const expected = Array.from({ length: commits }, (_, commit) => postingsOf(commit)).flat();
      expect(oldestFirst.map(({ type, currency }) => ({ type, currency }))).toEqual(
        expected.map(({ type, currency }) => ({ type, currency })),
      );
      expect(oldestFirst[1]).toMatchObject({ amount: '1.00', balanceAfter: '2.00', currency: 'EUR' });
      expect(oldestFirst[3]).toMatchObject({ amount: '-1.02', balanceAfter: '0.00', currency: 'USD' });
    },
  );

  test('shows net where the fee is known, and neither where it is not', () => {
    expect(all[1]).toMatchObject({ amount: '1.11', fee: '0.05', net: '1.06' });
    expect(all[0]).not.toHaveProperty('fee');
    expect(all[0]).not.toHaveProperty('net');
  });

  test.each([1, 2, 3, 5, 23, 24, 100])(
    'gives each row exactly once over pages of %i',
    quotes({ [section]: 'Query: `cursor`' }),
    async (limit) => {
      expect(await readPages(service, organization, `${pathOf(organization)}/balance_transactions`, limit)).toEqual(
        all,
      );
    },
  );

  test('goes on behind any row, whose id is a cursor: strictly older rows', async () => {
    for (const [index, { id }] of all.entries()) {
      const { data } = bodyOf(await get(`?cursor=${id}&limit=4`));
      expect(data).toEqual(all.slice(index + 1, index + 5));
    }
  });

  test('has a next cursor exactly when there is a next row', quotes({ [section]: 'with `nextCursor`' }), async () => {
    expect(bodyOf(await get('?limit=24'))).not.toHaveProperty('nextCursor');
    expect(bodyOf(await get('?limit=23')).nextCursor).toBe(all[22].id);
  });

  test(
    'that is empty is an empty page',
    quotes({ [section]: 'an environment without loaded history returns an empty page.' }),
    async () => {
      const fresh = await service.organization();
      expect(bodyOf(await get('', fresh))).toEqual({ data: [] });
    },
  );

  test('does not change pages already read when rows are added', async () => {
    const of = await fundedOrganization(service, '1.00');
    const [{ id }] = bodyOf(await get('', of)).data;
    bodyOf(await service.post(`${pathOf(of)}/sandbox/fund`, of, { amount: '2.00' }), 201);
    expect(bodyOf(await get(`?cursor=${id}`, of))).toEqual({ data: [] });
  });
});

describe('filters', () => {
  type Row = { type: string; currency: string; createdAt: string };
  const from = 3;
  const to = 8;
  const conditions: Readonly<Record<string, { query: string; matches: (row: Row) => boolean }>> = {
    type: { query: 'type=payout', matches: ({ type }) => type === 'payout' },
    types: { query: 'type=deposit,hold', matches: ({ type }) => type === 'deposit' || type === 'hold' },
    currency: { query: 'currency=EUR', matches: ({ currency }) => currency === 'EUR' },
    after: { query: 'createdAfter=AFTER', matches: ({ createdAt }) => Date.parse(createdAt) >= start + from * 1_000 },
    before: { query: 'createdBefore=BEFORE', matches: ({ createdAt }) => Date.parse(createdAt) <= start + to * 1_000 },
  };
  /** Every combination of conditions, but for two of the same parameter. */
  const combinations = ['', 'type', 'types'].flatMap((type) =>
    ['', 'currency'].flatMap((currency) =>
      ['', 'after'].flatMap((after) => ['', 'before'].map((before) => [type, currency, after, before].filter(Boolean))),
    ),
  );

  test.each(combinations.filter((names) => names.length > 0).map((names) => [names.join(' + '), names] as const))(
    '%s gives exactly the rows that match, in order, over pages of any size',
    quotes({ [section]: ['`type` (comma-separated', '`currency`, `createdAfter`, `createdBefore`'] }),
    async (_, names) => {
      const chosen = names.map((name) => conditions[name] as { query: string; matches: (row: Row) => boolean });
      const query = chosen.map(({ query: part }) => part).join('&');
      const path = `${pathOf(organization)}/balance_transactions?${query.replace('AFTER', at(from)).replace('BEFORE', at(to))}`;
      const expected = all.filter((row) => chosen.every(({ matches }) => matches(row)));
      for (const limit of [2, 100]) expect(await readPages(service, organization, path, limit)).toEqual(expected);
    },
  );

  test(
    'bounds are inclusive to the millisecond',
    quotes({ [section]: '`createdAfter`, `createdBefore` (inclusive' }),
    async () => {
      const count = async (query: string) => bodyOf(await get(query)).data.length;
      const instant = (ms: number) => encodeURIComponent(timestamp(ms));
      const last = start + (commits - 1) * 1_000;
      expect(await count(`?createdAfter=${instant(last)}`)).toBe(2);
      expect(await count(`?createdAfter=${instant(last + 1)}`)).toBe(0);
      expect(await count(`?createdBefore=${instant(start)}`)).toBe(2);
      expect(await count(`?createdBefore=${instant(start - 1)}`)).toBe(0);
      expect(await count(`?createdAfter=${at(5)}&createdBefore=${at(5)}`)).toBe(2);
      expect(await count(`?createdAfter=${at(6)}&createdBefore=${at(5)}`)).toBe(0);
    },
  );

  test('an instant may have any zone', quotes({ [section]: 'ISO 8601 with timezone)' }), async () => {
    const zoned = encodeURIComponent(timestamp(start + 5_000 + 3_600_000).replace('Z', '+01:00'));
    expect(bodyOf(await get(`?createdAfter=${zoned}&createdBefore=${zoned}`))).toEqual(
      bodyOf(await get(`?createdAfter=${at(5)}&createdBefore=${at(5)}`)),
    );
  });

  test.each([
    ['createdBefore', '0001-01-01T00:00:00Z', 0],
    ['createdBefore', '2300-01-01T00:00:00Z', 24],
    ['createdBefore', '9999-12-31T23:59:59Z', 24],
    ['createdAfter', '0001-01-01T00:00:00Z', 24],
    ['createdAfter', '2300-01-01T00:00:00Z', 0],
    ['createdAfter', '9999-12-31T23:59:59Z', 0],
  ])('%s may be as far away as %s', async (name, instant, expected) => {
    expect(bodyOf(await get(`?${name}=${instant}`)).data).toHaveLength(expected);
  });

  test('a cursor outside the bounds of time goes on at their edge', async () => {
    const inside = bodyOf(await get(`?createdBefore=${at(5)}`)).data;
    expect(bodyOf(await get(`?createdBefore=${at(5)}&cursor=${all[0].id}`)).data).toEqual(inside);
    expect(bodyOf(await get(`?createdAfter=${at(5)}&cursor=${all.at(-1).id}`)).data).toEqual([]);
  });
});

describe('a parameter that is refused', () => {
  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=abc', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=', 'limit'],
    ['limit=1&limit=1', 'limit'],
    ['type=payout&type=deposit', 'type'],
    ['currency=USD&currency=USD', 'currency'],
    ['currency=XXX', 'currency'],
    ['currency=usd', 'currency'],
    ['createdAfter=2026-03-01', 'createdAfter'],
    ['createdAfter=2026-03-01T12:00:00', 'createdAfter'],
    ['createdAfter=2026-02-30T12:00:00Z', 'createdAfter'],
    ['createdBefore=yesterday', 'createdBefore'],
    ['createdBefore=1772366400000', 'createdBefore'],
    ['orderId=a%20b', 'orderId'],
    ['order=po_1', 'order'],
  ])(
    '%s: VALIDATION_ERROR names %s',
    quotes({
      [section]: [
        'out of range refused)',
        '400 `VALIDATION_ERROR` for a refused parameter',
        'or a repeated parameter.',
      ],
    }),
    async (query, path) => {
      expect(await get(`?${query}`)).toMatchObject(refusedParameter(path));
    },
  );

  test.each(['type=refund', 'type=payout,refund', 'type=', 'type=payout,', 'type=PAYOUT'])(
    '%s has an unknown type',
    quotes({ [section]: ['other values 400)', 'an unknown filter value'] }),
    async (query) => {
      const answer = await get(`?${query}`);
      expect(answer).toMatchObject({ status: 400, body: { type: 'VALIDATION_ERROR' } });
      expect(answer.body.errors[0].path).toMatch(/^type/);
    },
  );
});

describe('a cursor that is not from this list', () => {
  const unrecognized = refusedParameter('cursor', 'unrecognized');

  test('tampered with at any place: cursor: unrecognized', async () => {
    const { id } = all[3];
    for (let index = 0; index < id.length; index += 1) {
      const swapped = id[index] === 'A' ? 'B' : 'A';
      const cursor = id.slice(0, index) + swapped + id.slice(index + 1);
      expect(await get(`?cursor=${cursor}`), cursor).toMatchObject(unrecognized);
    }
  });

  test.each(['', 'bt_', 'bt_x', 'x', 'bt_AAAAAAAAAAAAAAAA', '%00', 'evt_1'])('%j: unrecognized', async (cursor) => {
    expect(await get(`?cursor=${cursor}`)).toMatchObject(unrecognized);
  });

  test('cut, prolonged or without its prefix: unrecognized', async () => {
    const { id } = all[3];
    for (const cursor of [id.slice(0, -1), `${id}A`, id.slice(3), `bt_${id}`]) {
      expect(await get(`?cursor=${cursor}`), cursor).toMatchObject(unrecognized);
    }
  });

  test('of another organization or another list: unrecognized', quotes({ [section]: 'a foreign cursor' }), async () => {
    const [theirs] = bodyOf(await get('', other)).data;
    expect(await get(`?cursor=${theirs.id}`)).toMatchObject(unrecognized);
    const of = await fundedOrganization(service);
    for (let payouts = 0; payouts < 2; payouts += 1) await addPayout(service, of, { serial: payouts, amount: '1.00' });
    const { nextCursor } = bodyOf(await service.get(`${pathOf(of)}/orders?limit=1`, of));
    for (const cursor of [nextCursor, `bt_${nextCursor}`]) {
      expect(await get(`?cursor=${cursor}`, of)).toMatchObject(unrecognized);
    }
  });
});

describe('orderId', () => {
  test(
    'gives the rows of one payout, and pages and filters them like the rest',
    quotes({ [section]: '`orderId`' }),
    async () => {
      const of = await fundedOrganization(service);
      const payee = await addRecipient(service, of, { outcome: 'account_invalid' });
      const payout = await addPayout(service, of, { recipient: payee });
      await addQuote(service, of, payee);
      await addPayout(service, of, { recipient: payee, amount: '1.00' });
      await settle(service);
      const path = `${pathOf(of)}/balance_transactions?orderId=${payout.payoutId}`;
      const rows = bodyOf(await service.get(path, of)).data;
      expect(rows).toMatchObject([
        { type: 'payout_return', amount: '100.00', fee: '0.50', net: '99.50', payoutId: payout.payoutId },
        { type: 'payout', amount: '-100.00', fee: '0.50', net: '-99.50', payoutId: payout.payoutId },
      ]);
      expect(await readPages(service, of, path, 1)).toEqual(rows);
      expect(bodyOf(await service.get(`${path}&type=payout`, of)).data).toEqual([rows[1]]);
      expect(bodyOf(await service.get(`${path}&currency=EUR`, of)).data).toEqual([]);
      const between = encodeURIComponent(rows[0].createdAt);
      expect(bodyOf(await service.get(`${path}&createdAfter=${between}`, of)).data).toEqual([rows[0]]);
      expect(bodyOf(await service.get(`${path}&cursor=${rows[0].id}`, of)).data).toEqual([rows[1]]);
      expect(bodyOf(await get(`?orderId=${payout.payoutId}`)).data).toEqual([]);
      expect(bodyOf(await get('?orderId=po_unknown')).data).toEqual([]);
    },
  );
});

describe('a transaction that shows row by row', () => {
  const rowOf = (of: TestOrganization, sequence: number) => ({
    organizationId: of.organizationId,
    sequence,
    at: start + sequence,
    type: 'deposit' as const,
    currency: 'USD',
    amount: 100n,
    balanceAfter: BigInt(sequence) * 100n,
  });

  async function organizationWithRows(sequences: readonly number[]): Promise<TestOrganization> {
    const of = await service.organization();
    for (const sequence of sequences) {
      await service.runtime.store.put(BalanceTransactionEntity, rowOf(of, sequence));
    }
    return of;
  }

  const balances = async (of: TestOrganization, query = '') =>
    bodyOf(await get(query, of)).data.map(({ balanceAfter }: Answer['body']) => balanceAfter);

  test('hides what is newer than a gap, with a filter too', async () => {
    const of = await organizationWithRows([1, 2, 4, 5]);
    expect(await balances(of)).toEqual(['2.00', '1.00']);
    expect(await balances(of, '?type=deposit')).toEqual(['2.00', '1.00']);
  });

  test('hides what is newer than the oldest row while that is missing, of the ledger and of a time', async () => {
    expect(await balances(await organizationWithRows([2, 3]))).toEqual([]);
    const of = await organizationWithRows([1, 2, 4, 5]);
    const query = `?createdAfter=${encodeURIComponent(timestamp(start + 3))}`;
    expect(await balances(of, query)).toEqual([]);
    await service.runtime.store.put(BalanceTransactionEntity, rowOf(of, 3));
    expect(await balances(of, query)).toEqual(['5.00', '4.00', '3.00']);
  });

  test('ends a page behind a cursor before the gap, and goes on from there when it has closed', async () => {
    const of = await organizationWithRows([1, 3]);
    const { runtime } = service;
    await runtime.store.put(BalanceTransactionEntity, rowOf(of, 2));
    const { nextCursor } = bodyOf(await get('?limit=1', of));
    await runtime.store.remove(
      { entity: BalanceTransactionEntity, key: { organizationId: of.organizationId, sequence: 2, at: start + 2 } },
      {},
    );
    expect(bodyOf(await get(`?limit=1&cursor=${nextCursor}`, of))).toEqual({ data: [], nextCursor });
    await runtime.store.put(BalanceTransactionEntity, rowOf(of, 2));
    expect(await balances(of, `?cursor=${nextCursor}`)).toEqual(['2.00', '1.00']);
  });
});
