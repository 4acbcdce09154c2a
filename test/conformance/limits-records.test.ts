import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListEventsResult, Page } from '../../client/src/index.ts';
import { commitMany } from '../shared/journal/commit/support.ts';
import { quotedByName, quotes } from '../support/quotes.ts';
import { payer } from './errors/payer.ts';
import { Stage } from './observed.ts';

const day = 24 * 60 * 60_000;
const fiveYears = Date.parse('2031-03-01') - Date.parse('2026-03-01');

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.http.stop());

type Read = (params: { limit?: number }) => PromiseLike<Page<unknown> | ListEventsResult>;

describe('Limits', { ...quotedByName, timeout: 60_000 }, () => {
  test(
    'Events readable | about 2 seconds after they happen',
    quotes({ 'Endpoints > List events (feed)': 'Events become readable about 2 seconds after they happen.' }),
    async () => {
      const { sluice, pay } = await payer(stage);
      const { payoutId } = await pay();
      stage.service.clock.advance(2_000);
      const { data } = await sluice.listEvents({ payoutId });
      expect(data).toMatchObject([{ type: 'payout.pending', data: { payoutId } }]);
    },
  );

  test(
    'Page sizes | balance transactions 1 to 100 (default 100)',
    quotes({ 'Endpoints > List balance transactions': '`limit` (1 to 100, default 100, out of range refused)' }),
    () => expectPages('listBalanceTransactions', 100, 100),
  );

  test(
    'events 1 to 500 (default 100)',
    quotes({ 'Endpoints > List events (feed)': '`limit` (1 to 500, default 100)' }),
    () => expectPages('listEvents', 500, 100),
  );

  // Last: it ages every key.
  test(
    'Audit retention | five years',
    quotes({ 'Endpoints > List audit events': 'Retained five years.' }),
    async () => {
      const { of, pay } = await payer(stage);
      const startedAt = stage.service.clock.now;
      const { payoutId } = await pay();
      const found = async (ageMs: number) => {
        stage.service.clock.now = startedAt + ageMs;
        const reader = stage.client({ ...of, ...(await stage.service.key(of.organizationId)) });
        return (await reader.listAuditEvents({ action: 'payout.create' })).data;
      };
      for (const age of [0, fiveYears]) expect(await found(age)).toMatchObject([{ resourceId: payoutId }]);
      expect(await found(fiveYears + 7 * day)).toEqual([]);
    },
  );
});

async function expectPages(
  operation: 'listBalanceTransactions' | 'listEvents',
  longest: number,
  byDefault: number,
): Promise<void> {
  const of = await stage.service.organization();
  for (let rows = 0; rows <= longest; rows += 40) await commitMany(stage.service.runtime, of.organizationId, 40);
  const sluice = stage.client({ ...of, ...(await stage.service.key(of.organizationId)) });
  const read: Read = (params) => sluice[operation](params);
  const lengthOf = async (limit?: number) => (await read(limit === undefined ? {} : { limit })).data.length;
  expect([await lengthOf(), await lengthOf(1), await lengthOf(longest)]).toEqual([byDefault, 1, longest]);
  for (const limit of [0, longest + 1, -1, 1.5]) await stage.refused(read({ limit }), 'VALIDATION_ERROR');
}
