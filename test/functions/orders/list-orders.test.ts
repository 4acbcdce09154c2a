import { beforeAll, describe, expect, test } from 'vitest';
import {
  accept,
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

let service: TestService;
let organization: TestOrganization;
let other: TestOrganization;
/** Newest first. */
let all: Answer['body'][];

const outcomes = ['completed', 'account_invalid', 'returned_by_bank'];

beforeAll(async () => {
  service = await TestService.start();
  organization = await fundedOrganization(service);
  other = await fundedOrganization(service);
  const path = `${pathOf(organization)}/quotes/accept`;
  for (const outcome of outcomes) {
    const recipient = await addRecipient(service, organization, { outcome });
    for (const reference of ['salary march', 'once']) {
      service.clock.advance(1_000);
      const { snapshotId } = await addQuote(service, organization, recipient, { amount: '10.00' });
      bodyOf(
        await service.post(path, organization, {
          snapshotId,
          reference: `${reference}${reference === 'once' ? outcome : ''}`,
        }),
      );
    }
  }
  await settle(service);
  await addPayout(service, organization, { serial: 9, amount: '1.00' });
  all = bodyOf(await get('')).data;
});

function get(query: string, of = organization): Promise<Answer> {
  return service.get(`${pathOf(of)}/orders${query}`, of);
}

describe('orders', () => {
  test(
    'are newest first, each as its own read shows it',
    quotes({
      'Endpoints > Other referenced operations':
        '`GET P/orders/{payoutId}` | read a payout (the record for reconciliation)',
    }),
    async () => {
      expect(all).toHaveLength(7);
      expect(all.map(({ createdAt }) => createdAt)).toEqual(
        all
          .map(({ createdAt }) => createdAt)
          .sort()
          .reverse(),
      );
      for (const order of all) expect(bodyOf(await get(`/${order.payoutId}`))).toEqual(order);
    },
  );

  test.each([1, 2, 3, 7, 100])('come exactly once over pages of %i', async (limit) => {
    expect(await readPages(service, organization, `${pathOf(organization)}/orders`, limit)).toEqual(all);
  });

  test.each([
    ['pending', 1],
    ['completed', 2],
    ['failed', 2],
    ['returned', 2],
    ['canceled', 0],
    ['failed,returned', 4],
  ])('filtered by status %s are %i, over pages of any size', async (status, count) => {
    const expected = all.filter((order) => status.split(',').includes(order.status));
    expect(expected).toHaveLength(count);
    for (const limit of [1, 100]) {
      expect(await readPages(service, organization, `${pathOf(organization)}/orders?status=${status}`, limit)).toEqual(
        expected,
      );
    }
  });

  test(
    'found by reference are those that carry it, newest first: one, several, or none',
    quotes({
      'Endpoints > Other referenced operations':
        '`GET P/orders?reference=<reference>` | find a payout by caller reference',
      'Resources and their fields > Payout': '`reference` | caller-chosen per-payment string, searchable via orders',
    }),
    async () => {
      const named = all.filter(({ reference }) => reference === 'salary march');
      expect(named).toHaveLength(3);
      for (const limit of [1, 2, 100]) {
        const path = `${pathOf(organization)}/orders?reference=salary%20march`;
        expect(await readPages(service, organization, path, limit)).toEqual(named);
      }
      expect(bodyOf(await get('?reference=oncecompleted')).data).toHaveLength(1);
      expect(bodyOf(await get('?reference=once')).data).toEqual([]);
      expect(bodyOf(await get('?reference=salary%20march', other)).data).toEqual([]);
    },
  );

  test('can be filtered by reference and status together', async () => {
    const path = `${pathOf(organization)}/orders?reference=salary%20march&status=returned`;
    const expected = all.filter(({ reference, status }) => reference === 'salary march' && status === 'returned');
    expect(expected).toHaveLength(1);
    for (const limit of [1, 100]) expect(await readPages(service, organization, path, limit)).toEqual(expected);
  });

  test('a payout without a reference is in the list and under no reference', async () => {
    const of = await fundedOrganization(service);
    const quote = await addQuote(service, of, await addRecipient(service, of));
    const payout = bodyOf(await accept(service, of, quote, { reference: undefined }));
    expect(payout).not.toHaveProperty('reference');
    expect(bodyOf(await get('', of)).data).toEqual([payout]);
    expect(bodyOf(await get('?reference=undefined', of)).data).toEqual([]);
  });

  test('show a payout at once after it was accepted', async () => {
    const of = await fundedOrganization(service);
    const payout = await addPayout(service, of);
    expect(bodyOf(await get('', of)).data).toEqual([payout]);
    expect(bodyOf(await get(`?reference=${payout.reference}`, of)).data).toEqual([payout]);
  });
});

describe('an order that is not there', () => {
  test(
    'unknown, no id of a payout, or another organization’s: NOT_FOUND',
    quotes({ 'Endpoints > Other referenced operations': '`GET P/orders/{payoutId}` | read a payout' }),
    async () => {
      const theirs = await addPayout(service, other);
      for (const id of ['po_unknown', theirs.payoutId, all[0].recipientId]) {
        expect(await get(`/${id}`)).toMatchObject({ status: 404, body: { type: 'NOT_FOUND' } });
      }
    },
  );
});

describe('a parameter that is refused', () => {
  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['reference=', 'reference'],
    ['reference=a&reference=a', 'reference'],
    ['payoutId=po_1', 'payoutId'],
  ])('%s: VALIDATION_ERROR names %s', async (query, path) => {
    expect(await get(`?${query}`)).toMatchObject(refusedParameter(path));
  });

  test.each(['status=', 'status=unknown', 'status=pending,unknown'])('%s has an unknown status', async (query) => {
    expect(await get(`?${query}`)).toMatchObject({ status: 400, body: { type: 'VALIDATION_ERROR' } });
  });

  test('a cursor of another organization, another list or nobody: unrecognized', async () => {
    const { nextCursor } = bodyOf(await get('?limit=1'));
    const unrecognized = refusedParameter('cursor', 'unrecognized');
    expect(await get(`?cursor=${nextCursor}`, other)).toMatchObject(unrecognized);
    const ledger = bodyOf(await service.get(`${pathOf(organization)}/balance_transactions?limit=1`, organization));
    for (const cursor of [ledger.nextCursor, ledger.nextCursor.slice(3), '', 'x', `${nextCursor}A`]) {
      expect(await get(`?cursor=${cursor}`)).toMatchObject(unrecognized);
    }
  });
});
