import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { keyOf } from '../../../shared/ground/table/keys.ts';
import { EventEntity, eventTypes } from '../../../shared/journal/rows/event.ts';
import { createFaultyTable, type FaultyTable } from '../../support/faults.ts';
import { serveOverHttp } from '../../support/http-service.ts';
import {
  addPayout,
  bodyOf,
  fund,
  fundedOrganization,
  pathOf,
  readFeed,
  settle,
  type TestOrganization,
} from '../../support/journey.ts';
import { refusedParameter } from '../../support/pages.ts';
import { quotes } from '../../support/quotes.ts';
import { type Answer, TestService } from '../../support/service.ts';

const section = 'Endpoints > List events (feed)';

let table: FaultyTable;
let service: TestService;
let organization: TestOrganization;
let payout: Answer['body'];
let returned: Answer['body'];
/** The whole feed of the organization. */
let all: Answer['body'][];

beforeAll(async () => {
  table = await createFaultyTable();
  service = await TestService.start({}, table);
  organization = await fundedOrganization(service);
  payout = await addPayout(service, organization);
  returned = await addPayout(service, organization, { outcome: 'returned_by_bank' });
  await settle(service);
  all = bodyOf(await get('')).data;
});

function get(query: string, of = organization): Promise<Answer> {
  return service.get(`${pathOf(of)}/events${query}`, of);
}

async function removeEvent({ organizationId }: TestOrganization, sequence: number): Promise<void> {
  const Key = keyOf(refTo(EventEntity, { organizationId, sequence }));
  await table.client.send(new DeleteCommand({ TableName: table.tableName, Key }));
}

describe('the feed', () => {
  test(
    'has one event a transition, oldest first, without a gap',
    quotes({ [section]: ['`GET P/events`.', '200: events oldest first'] }),
    () => {
      const told = (payoutId: string) => all.filter((event) => event.payoutId === payoutId).map(({ type }) => type);
      expect(told(payout.payoutId)).toEqual(['payout.pending', 'payout.processing', 'payout.completed']);
      expect(told(returned.payoutId)).toEqual([
        'payout.pending',
        'payout.processing',
        'payout.completed',
        'payout.returned',
      ]);
      expect(all[0]).toMatchObject({ type: 'deposit.completed', sequence: '1' });
      expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, index) => String(index + 1)));
    },
  );

  test('shows each event whole', () => {
    expect(all[1]).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      sequence: '2',
      type: 'payout.pending',
      createdAt: payout.createdAt,
      apiVersion: 1,
      livemode: false,
      payoutId: payout.payoutId,
      data: payout,
    });
  });

  test('says what orders said at that moment, and of a return that it failed by the bank', async () => {
    const order = bodyOf(await service.get(`${pathOf(organization)}/orders/${returned.payoutId}`, organization));
    const [completed, last] = all.filter(({ payoutId }) => payoutId === returned.payoutId).slice(-2);
    expect(order).toMatchObject({ status: 'returned', failureCode: 'returned_by_bank', fundsReturned: true });
    expect(last.data).toEqual({ ...order, status: 'failed' });
    expect(completed.data).toMatchObject({ status: 'completed', updatedAt: completed.createdAt });
  });

  test('gives the same ids and the same data every time, and no id twice', async () => {
    expect(bodyOf(await get('')).data).toEqual(all);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const other = await fundedOrganization(service);
    expect((await readFeed(service, other))[0].id).not.toBe(all[0].id);
  });

  test('of another organization stays there', async () => {
    const other = await fundedOrganization(service);
    expect(await readFeed(service, other)).toHaveLength(1);
    expect(bodyOf(await get(`?payoutId=${payout.payoutId}`, other))).toEqual({ data: [], nextSince: '0' });
  });
});

describe('since', () => {
  test(
    'goes on strictly behind it; 0 and none are the start',
    quotes({
      [section]: ['Query: `since` (sequence; omit or `0` for the start)', 'the page returns `nextSince` to feed back.'],
    }),
    async () => {
      expect(bodyOf(await get('?since=0')).data).toEqual(all);
      for (const { sequence } of all) {
        const page = bodyOf(await get(`?since=${sequence}`));
        expect(page).toEqual({ data: all.slice(Number(sequence)), nextSince: String(all.length) });
      }
    },
  );

  test.each([1, 2, 3, 8, 500])('pages of %i hold every event once', async (limit) => {
    expect(await readFeed(service, organization, `limit=${limit}`)).toEqual(all);
  });

  test('an empty page says since again', async () => {
    expect(bodyOf(await get('?since=0', await service.organization()))).toEqual({ data: [], nextSince: '0' });
    expect(bodyOf(await get('?since=8'))).toEqual({ data: [], nextSince: '8' });
  });

  test.each([
    ['of the next event', '9'],
    ['of a journal that was longer', '999999999'],
    ['in seconds since 1970', '1769860800'],
    ['in milliseconds since 1970', '1769860800000'],
    ['of fifteen digits', '999999999999999'],
  ])('that the feed has not reached is refused, with every filter: %s', async (_name, since) => {
    const message = 'is above the newest sequence of this feed: it is a sequence, not a time';
    for (const filter of ['', '&limit=500', '&type=payout.failed', `&payoutId=${payout.payoutId}`]) {
      const answer = await get(`?since=${since}${filter}`);
      expect(answer).toMatchObject(refusedParameter('since', message));
      expect(answer.body.resolution).toContain('begin with 0');
    }
  });

  test('that the feed has reached is taken, also while its event is not visible yet', async () => {
    const of = await fundedOrganization(service);
    await fund(service, of);
    await removeEvent(of, 2);
    expect(bodyOf(await get('?since=2', of))).toEqual({ data: [], nextSince: '2' });
    expect(await get('?since=3', of)).toMatchObject(refusedParameter('since'));
  });

  test('that is a date is refused with what it is', async () => {
    const message = 'is not a sequence of the feed: it is a sequence, not a time';
    expect(await get('?since=2026-01-31T12:00:00Z')).toMatchObject(refusedParameter('since', message));
  });

  test('that the feed has not reached ends the loop of the client that follows it', async () => {
    const http = await serveOverHttp(service);
    const events = http.client(organization).followEvents({ since: '999999999' });
    await expect(events.next()).rejects.toMatchObject({
      type: 'VALIDATION_ERROR',
      errors: [{ path: 'since', message: expect.stringContaining('not a time') }],
    });
    expect(await events.next()).toEqual({ done: true, value: undefined });
    await http.stop();
  });

  test('costs the head only where a page has come no further', async () => {
    const names: string[] = [];
    table.intercept((command, send) => {
      names.push(command.name);
      return send();
    });
    const callsOf = async (query: string) => {
      names.length = 0;
      await get(query);
      return names.length;
    };
    const [start, middle, end] = [await callsOf(''), await callsOf('?since=3'), await callsOf('?since=8')];
    table.intercept(undefined);
    expect([middle, end]).toEqual([start, start + 1]);
  });
});

describe('payoutId', () => {
  test('gives the events of one payout, paged by the same sequences', quotes({ [section]: '`payoutId`' }), async () => {
    const own = all.filter(({ payoutId }) => payoutId === returned.payoutId);
    expect(await readFeed(service, organization, `payoutId=${returned.payoutId}`)).toEqual(own);
    expect(await readFeed(service, organization, `payoutId=${returned.payoutId}&limit=1`)).toEqual(own);
    const page = bodyOf(await get(`?payoutId=${returned.payoutId}&since=${own[1].sequence}&limit=1`));
    expect(page).toEqual({ data: [own[2]], nextSince: own[2].sequence });
    expect(bodyOf(await get(`?payoutId=${returned.payoutId}&since=${own.at(-1).sequence}`))).toEqual({
      data: [],
      nextSince: own.at(-1).sequence,
    });
  });

  test('of an unknown payout is an empty page', async () => {
    expect(bodyOf(await get('?payoutId=po_unknown&since=3'))).toEqual({ data: [], nextSince: '3' });
  });

  test('can be filtered by type', async () => {
    const query = `payoutId=${returned.payoutId}&type=payout.returned,payout.pending`;
    const types = (await readFeed(service, organization, query)).map(({ type }) => type);
    expect(types).toEqual(['payout.pending', 'payout.returned']);
  });
});

describe('type', () => {
  test.each([
    ['payout.completed', 2],
    ['deposit.completed', 1],
    ['payout.completed,deposit.completed', 3],
    ['payout_batch.completed', 0],
  ])(
    '%s gives %i, and nextSince says how far it looked',
    quotes({ [section]: '`type` (comma-separated known types' }),
    async (type, count) => {
      const expected = all.filter((event) => type.split(',').includes(event.type));
      expect(expected).toHaveLength(count);
      expect(bodyOf(await get(`?type=${type}`))).toEqual({ data: expected, nextSince: String(all.length) });
      expect(await readFeed(service, organization, `type=${type}&limit=1`)).toEqual(expected);
    },
  );

  test('may name every known type', async () => {
    expect(bodyOf(await get(`?type=${eventTypes.join(',')}`)).data).toEqual(all);
  });
});

describe('a parameter that is refused', () => {
  test.each([
    ['since=-1', 'since'],
    ['since=abc', 'since'],
    ['since=1.5', 'since'],
    ['since=01', 'since'],
    ['since=', 'since'],
    ['since=1&since=2', 'since'],
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    ['limit=abc', 'limit'],
    ['payoutId=a%20b', 'payoutId'],
    ['cursor=x', 'cursor'],
  ])('%s: VALIDATION_ERROR names %s', async (query, path) => {
    expect(await get(`?${query}`)).toMatchObject(refusedParameter(path));
  });

  test.each(['type=', 'type=payout', 'type=payout.pending,payout.unknown', 'type=payout.*'])(
    '%s has an unknown type',
    quotes({ [section]: 'unknown is 400 `VALIDATION_ERROR`)' }),
    async (query) => {
      expect(await get(`?${query}`)).toMatchObject({ status: 400, body: { type: 'VALIDATION_ERROR' } });
    },
  );
});

describe('a gap', () => {
  test('ends every page before it, whatever the filter; what lies behind waits for the next reading', async () => {
    const of = await fundedOrganization(service);
    for (let deposits = 0; deposits < 5; deposits += 1) await fund(service, of, '1.00');
    await removeEvent(of, 4);
    for (const query of ['', '&limit=5', '&type=deposit.completed', '&type=payout.pending']) {
      const page = bodyOf(await get(`?since=0${query}`, of));
      expect(page.nextSince, query).toBe('3');
      expect(page.data.map(({ sequence }: { sequence: string }) => sequence)).toEqual(
        query.includes('payout') ? [] : ['1', '2', '3'],
      );
      expect(bodyOf(await get(`?since=3${query}`, of))).toEqual({ data: [], nextSince: '3' });
    }
  });

  test('at the very start gives nothing at all', async () => {
    const of = await fundedOrganization(service);
    await fund(service, of);
    await removeEvent(of, 1);
    expect(bodyOf(await get('', of))).toEqual({ data: [], nextSince: '0' });
  });

  test('among a payout’s own events ends its page before it', async () => {
    const of = await fundedOrganization(service);
    const { payoutId } = await addPayout(service, of);
    await settle(service);
    await removeEvent(of, 3);
    const page = bodyOf(await get(`?payoutId=${payoutId}`, of));
    expect(page.data.map(({ type }: { type: string }) => type)).toEqual(['payout.pending']);
    expect(page.nextSince).toBe('2');
  });

  test('that only one reading saw, of a transaction that shows row by row, is closed for the next one', async () => {
    const of = await fundedOrganization(service);
    for (let deposits = 0; deposits < 3; deposits += 1) await fund(service, of, '1.00');
    table.intercept(async ({ name }, send) => {
      const answer = (await send()) as { Items: unknown[] };
      return name === 'Query' ? { ...answer, Items: answer.Items.toSpliced(1, 1) } : answer;
    });
    const torn = bodyOf(await get('', of));
    table.intercept(undefined);
    expect(torn).toMatchObject({ data: [{ sequence: '1' }], nextSince: '1' });
    const rest = bodyOf(await get(`?since=${torn.nextSince}`, of));
    expect(rest.data.map(({ sequence }: { sequence: string }) => sequence)).toEqual(['2', '3', '4']);
  });
});
