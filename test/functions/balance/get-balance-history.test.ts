import { beforeAll, describe, expect, test } from 'vitest';
import { create } from '../../../shared/ground/table/writes.ts';
import { timestamp } from '../../../shared/ground/time/clock.ts';
import { BalanceTransactionEntity } from '../../../shared/journal/rows/balance-transaction.ts';
import { expectError } from '../../support/answers.ts';
import {
  addPayout,
  addRecipient,
  bodyOf,
  fund,
  fundedOrganization,
  pathOf,
  readLedger,
  settle,
  type TestOrganization,
} from '../../support/journey.ts';
import { refusedParameter } from '../../support/pages.ts';
import { quotes } from '../../support/quotes.ts';
import { type Answer, TestService } from '../../support/service.ts';

const O = 'Endpoints > Other referenced operations';

let service: TestService;
let organization: TestOrganization;
/** Every row, oldest first. */
let all: Answer['body'][];

beforeAll(async () => {
  service = await TestService.start();
  organization = await fundedOrganization(service);
  const recipient = await addRecipient(service, organization, { outcome: 'account_invalid' });
  await addPayout(service, organization, { recipient });
  service.clock.advance(1_000);
  await addPayout(service, organization, { recipient, amount: '7.00' });
  await settle(service);
  const euros = { amount: '3.00', currency: 'EUR' };
  bodyOf(await service.post(`${pathOf(organization)}/sandbox/fund`, organization, euros), 201);
  all = bodyOf(await get('')).data;
});

function get(query: string, of = organization): Promise<Answer> {
  return service.get(`${pathOf(of)}/balance/history${query}`, of);
}

const start = Date.parse('2026-03-01T12:00:00.000Z');

/** Ledger rows by their sequences, each of a payout of its own unless said. */
async function addRows(
  { organizationId }: TestOrganization,
  sequences: readonly number[],
  payoutOf = (sequence: number): string | undefined => `po_${sequence}`,
): Promise<void> {
  const { store, ids } = service.runtime;
  const writes = sequences.map((sequence) =>
    create(BalanceTransactionEntity, {
      organizationId,
      sequence,
      at: start + sequence,
      type: 'payout',
      currency: sequence % 2 === 0 ? 'EUR' : 'USD',
      amount: -100n,
      balanceAfter: 0n,
      payoutId: payoutOf(sequence),
    }),
  );
  for (let from = 0; from < writes.length; from += 100) {
    await store.transact(writes.slice(from, from + 100), ids.token());
  }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('the history', () => {
  test(
    'is the ledger, oldest first, in one answer',
    quotes({ [O]: ['`GET /balance`, `GET /balance/history` | balance (has `available`)', 'history replay'] }),
    async () => {
      expect(all.map(({ type, amount, currency }) => [type, amount, currency])).toEqual([
        ['deposit', '1000.00', 'USD'],
        ['payout', '-100.00', 'USD'],
        ['payout', '-7.00', 'USD'],
        ['payout_return', '100.00', 'USD'],
        ['payout_return', '7.00', 'USD'],
        ['deposit', '3.00', 'EUR'],
      ]);
      expect(all).toEqual(await readLedger(service, organization));
    },
  );

  test('of a new organization is empty, and of another one is its own', async () => {
    const other = await service.organization();
    expect(bodyOf(await get('', other))).toEqual({ data: [] });
    await fund(service, other, '5.00');
    expect(bodyOf(await get('', other)).data).toMatchObject([{ amount: '5.00' }]);
  });

  test('of one currency, and of a time, inclusive to the millisecond', async () => {
    const instant = (ms: number) => encodeURIComponent(timestamp(ms));
    const second = Date.parse(all[2].createdAt);
    const since = (ms: number) => all.filter(({ createdAt }) => Date.parse(createdAt) >= ms);
    const until = (ms: number) => all.filter(({ createdAt }) => Date.parse(createdAt) <= ms);
    expect(bodyOf(await get('?currency=EUR')).data).toEqual(all.slice(5));
    expect(bodyOf(await get('?currency=GBP')).data).toEqual([]);
    for (const ms of [second - 1, second, second + 1]) {
      expect(bodyOf(await get(`?createdAfter=${instant(ms)}`)).data).toEqual(since(ms));
      expect(bodyOf(await get(`?createdBefore=${instant(ms)}`)).data).toEqual(until(ms));
    }
    expect(bodyOf(await get(`?createdAfter=${instant(second)}&createdBefore=${instant(second - 1)}`)).data).toEqual([]);
    expect(bodyOf(await get('?createdBefore=9999-12-31T23:59:59Z&createdAfter=0001-01-01T00:00:00Z')).data).toEqual(
      all,
    );
  });

  test('leaves what is newer than a gap for the next reading', async () => {
    const of = await service.organization();
    await addRows(of, [1, 2, 4]);
    expect(bodyOf(await get('', of)).data).toHaveLength(2);
    await addRows(of, [3]);
    expect(bodyOf(await get('', of)).data).toHaveLength(4);
  });

  test('shows nothing while its oldest row is missing, of the ledger and of a time', async () => {
    const of = await service.organization();
    await addRows(of, [2, 4, 5]);
    const since = (sequence: number) => `?createdAfter=${timestamp(start + sequence)}`;
    const rowsOf = async (query: string) => bodyOf(await get(query, of)).data.length;
    for (const query of ['', since(1), since(3)]) expect(await rowsOf(query)).toBe(0);
    // The row before it is there.
    expect(await rowsOf(since(5))).toBe(1);
    await addRows(of, [3]);
    expect(await rowsOf(since(3))).toBe(3);
    expect(await rowsOf('')).toBe(0);
    await addRows(of, [1]);
    for (const query of ['', since(1)]) expect(await rowsOf(query)).toBe(5);
  });
});

describe('a history that is too large', { timeout: 60_000 }, () => {
  test(
    'has more than 5,000 orders, however few rows each; fewer are answered whole',
    quotes({ [O]: '(413 `HISTORY_TOO_LARGE` when too many orders)' }),
    async () => {
      const of = await service.organization();
      await addRows(of, range(1, 5_000));
      // A return is no order of its own.
      await addRows(of, [5_001], () => 'po_1');
      const whole = bodyOf(await get('', of)).data;
      expect(whole).toHaveLength(5_001);
      expect(whole.map(({ createdAt }: Answer['body']) => createdAt)).toEqual(
        range(1, 5_001).map((sequence) => timestamp(start + sequence)),
      );
      await addRows(of, [5_002]);
      expectError(await get('', of), 'HISTORY_TOO_LARGE');
      expect(bodyOf(await get('?currency=EUR', of)).data).toHaveLength(2_501);
      expect(bodyOf(await get(`?createdAfter=${timestamp(start + 3)}`, of)).data).toHaveLength(5_000);
    },
  );

  test('has more than 15,000 rows, which are counted before they are read', async () => {
    const [large, larger] = [await service.organization(), await service.organization()];
    await addRows(large, [1, 15_000]);
    await addRows(larger, [1, 15_001]);
    expect(bodyOf(await get('', large)).data).toHaveLength(1);
    expectError(await get('', larger), 'HISTORY_TOO_LARGE');
  });
});

test.each([
  ['currency=XXX', 'currency'],
  ['currency=usd', 'currency'],
  ['currency=USD&currency=USD', 'currency'],
  ['createdAfter=2026-03-01T12:00:00', 'createdAfter'],
  ['createdAfter=2026-03-01', 'createdAfter'],
  ['createdBefore=yesterday', 'createdBefore'],
  ['createdBefore=2026-13-01T00:00:00Z', 'createdBefore'],
  ['limit=10', 'limit'],
  ['cursor=bt_x', 'cursor'],
])('%s: VALIDATION_ERROR names %s', async (query, path) => {
  expect(await get(`?${query}`)).toMatchObject(refusedParameter(path));
});
