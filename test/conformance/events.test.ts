import { beforeAll, describe, expect, test } from 'vitest';
import type { Event, ListEventsParams } from '../../client/src/index.ts';
import { eventTypes } from '../../shared/journal/rows/event.ts';
import { commitOnce } from '../shared/journal/commit/support.ts';
import { settle } from '../support/journey.ts';
import { quotedByName } from '../support/quotes.ts';
import { sent } from '../support/sent.ts';
import { type Caller, callerOf, faultsOf, newCaller, payeeOf, useService } from './support.ts';

const stage = useService();
let caller: Caller;
let payoutIds: string[];
let all: readonly Event[];

beforeAll(async () => {
  caller = await newCaller(stage.http);
  const destinationAccountId = await payeeOf(caller);
  const pay = (amount: string) => sent(caller.sluice.createPayout({ amount, destinationAccountId }));
  payoutIds = [(await pay('1.00')).payoutId, (await pay('2.00')).payoutId];
  await settle(stage.http.service);
  all = await events();
});

const list = (params: object = {}) => caller.sluice.listEvents(params as ListEventsParams);
const events = async (params?: object) => (await list(params)).data;

describe('Endpoints > List events (feed)', quotedByName, () => {
  test('`GET P/events`.', async () => {
    expect(await events()).toEqual(all);
    expect(caller.exchanges.at(-1)?.request).toBe('GET P/events');
  });

  test('Query: `since` (sequence; omit or `0` for the start)', async () => {
    expect(await events({ since: '0' })).toEqual(all);
    for (const [index, { sequence }] of all.entries()) {
      expect(await events({ since: sequence })).toEqual(all.slice(index + 1));
    }
    expect(await faultsOf(list({ since: 'yesterday' }))).toEqual(['since']);
  });

  test('`payoutId`', async () => {
    for (const payoutId of payoutIds) {
      const own = all.filter((event) => event.payoutId === payoutId);
      expect(own).toHaveLength(3);
      expect(await events({ payoutId })).toEqual(own);
    }
    expect(await events({ payoutId: 'po_1' })).toEqual([]);
  });

  test('`type` (comma-separated known types; unknown is 400 `VALIDATION_ERROR`)', async () => {
    const wanted = ['deposit.completed', 'payout.completed'];
    expect(await events({ type: wanted.join(',') })).toEqual(all.filter(({ type }) => wanted.includes(type)));
    expect(await events({ type: wanted.join(',') })).toHaveLength(3);
    expect(await events({ type: eventTypes.join(',') })).toEqual(all);
    expect(await faultsOf(list({ type: 'payout.completed,payout.lost' }))).toEqual(['type[1]']);
  });

  test('`limit` (1 to 500, default 100)', async () => {
    const of = await stage.http.service.organization();
    for (let row = 0; row < 101; row += 1) await commitOnce(stage.http.service.runtime, of.organizationId);
    const { sluice } = callerOf(stage.http, of);
    expect((await sluice.listEvents()).data).toHaveLength(100);
    expect((await sluice.listEvents({ limit: 500 })).data).toHaveLength(101);
    expect((await sluice.listEvents({ limit: 1 })).data).toHaveLength(1);
    for (const limit of [0, 501, -1]) expect(await faultsOf(list({ limit }))).toEqual(['limit']);
  });

  test('200: events oldest first; the page returns `nextSince` to feed back.', async () => {
    const sequences = all.map(({ sequence }) => Number(sequence));
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    expect(all[0]?.type).toBe('deposit.completed');
    const read: Event[] = [];
    for (let since = '0'; ; ) {
      const page = await list({ since, limit: 3 });
      read.push(...page.data);
      if (page.data.length === 0) break;
      since = page.nextSince;
    }
    expect(read).toEqual(all);
  });

  // Here they are readable at once: nobody waits for the two seconds.
  test('Events become readable about 2 seconds after they happen.', async () => {
    const { nextSince } = await list();
    const deposit = await caller.sluice.fundSandbox({ amount: '1.00' });
    expect(await events({ since: nextSince })).toMatchObject([{ type: 'deposit.completed', data: deposit }]);
  });
});
