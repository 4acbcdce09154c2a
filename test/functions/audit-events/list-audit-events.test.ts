import { beforeAll, describe, expect, test } from 'vitest';
import { create } from '../../../shared/ground/table/writes.ts';
import { timestamp } from '../../../shared/ground/time/clock.ts';
import { type AuditEvent, AuditEventEntity, auditRetentionMs } from '../../../shared/journal/rows/audit-event.ts';
import { auditRow } from '../../../shared/journal/rows/audit-row.ts';
import { auditRows } from '../../support/answers.ts';
import { bodyOf, pathOf, type TestOrganization } from '../../support/journey.ts';
import { readPages, refusedParameter } from '../../support/pages.ts';
import { quotes } from '../../support/quotes.ts';
import { type Answer, TestService } from '../../support/service.ts';

const section = 'Endpoints > List audit events';

let service: TestService;
let organization: TestOrganization;
let other: TestOrganization;
/** Every row, newest first. */
let all: Answer['body'][];
let start: number;

const count = 24;

/** Rows of three actions by two keys and a person, two a second. */
function rowOf(of: TestOrganization, serial: number): AuditEvent {
  const at = start + Math.floor(serial / 2) * 1_000;
  const action = ['payout.create', 'quote.create', 'policy.change'][serial % 3] ?? '';
  const actor = { actorUserId: 'operator:ana' };
  return auditRow(
    {
      organizationId: of.organizationId,
      requestId: `req_${serial.toString().padStart(25, '0')}`,
      at,
      action,
      actor: action === 'policy.change' ? actor : { apiKeyPrefix: `svc_test_${serial % 2}` },
    },
    serial % 4 === 0 ? { errorType: 'PAYOUT_REFUSED' } : { resourceId: `po_${serial % 5}` },
    at,
  );
}

/** An answer with no further page. */
function pageOf(data: readonly unknown[]) {
  return { data, completeUntil: expect.stringMatching(/^\d{4}-.*Z$/) };
}

async function addRows(rows: readonly AuditEvent[]): Promise<void> {
  const { store, ids } = service.runtime;
  const writes = rows.map((row) => create(AuditEventEntity, row));
  for (let from = 0; from < writes.length; from += 100) {
    await store.transact(writes.slice(from, from + 100), ids.token());
  }
}

beforeAll(async () => {
  // More calls than a minute allows, on a clock that stands still.
  service = await TestService.start({ rateLimitOverride: 10_000 });
  organization = await service.organization();
  other = await service.organization();
  await fund(other);
  start = service.clock.now;
  await addRows(Array.from({ length: count }, (_, serial) => rowOf(organization, serial)));
  service.clock.advance(60_000);
  all = bodyOf(await get('')).data;
});

/** By a request, which is what leaves a row. */
async function fund(of: TestOrganization): Promise<Answer['body']> {
  return bodyOf(await service.post(`${pathOf(of)}/sandbox/fund`, of, { amount: '1000.00' }), 201);
}

function get(query: string, of = organization): Promise<Answer> {
  return service.get(`${pathOf(of)}/audit-events${query}`, of);
}

describe('audit events', () => {
  test('are newest first', quotes({ [section]: ['`GET P/audit-events`.', '200 newest first.'] }), () => {
    expect(all.map(({ requestId }) => Number(requestId.slice(4)))).toEqual(
      Array.from({ length: count }, (_, index) => count - 1 - index),
    );
  });

  test('tell of a mutation what was done to what, by whom, when and in which request', async () => {
    const of = await service.organization();
    const { depositId } = await fund(of);
    const refused = await service.post(`${pathOf(of)}/sandbox/fund`, of, { amount: '0' });
    const { data } = bodyOf(await get('', of));
    const common = {
      id: expect.stringMatching(/^aud_/),
      action: 'sandbox.fund',
      apiKeyPrefix: of.key.prefix,
      requestId: expect.any(String),
      createdAt: timestamp(service.clock.now),
    };
    expect(data).toHaveLength(2);
    expect(data).toEqual(
      expect.arrayContaining([
        { ...common, outcome: 'succeeded', resourceId: depositId },
        {
          ...common,
          outcome: 'refused',
          errorType: 'BAD_REQUEST',
          requestId: refused.headers['x-request-id'],
        },
      ]),
    );
  });

  test('name the person instead of a key where a person acted', () => {
    for (const row of all) {
      const isPerson = row.action === 'policy.change';
      expect([row.actorUserId, row.apiKeyPrefix].filter(Boolean)).toHaveLength(1);
      expect(row.actorUserId).toBe(isPerson ? 'operator:ana' : undefined);
    }
  });

  test(
    'may be read with a read-only key, and reading leaves no row',
    quotes({ [section]: 'A read-only key may read it.' }),
    async () => {
      const reader = await service.key(other.organizationId, { scopes: ['read'] });
      const before = await auditRows(service, other);
      const answer = await service.get(`${pathOf(other)}/audit-events`, reader);
      expect(bodyOf(answer).data).toHaveLength(before.length);
      expect(await auditRows(service, other)).toEqual(before);
    },
  );

  test.each([1, 2, 5, 23, 24, 100])('come exactly once over pages of %i', async (limit) => {
    expect(await readPages(service, organization, `${pathOf(organization)}/audit-events`, limit)).toEqual(all);
  });

  test(
    'are fifty a page unless said',
    quotes({ [section]: '`limit` (1 to 100, default 50)', Limits: 'audit 1 to 100 (default 50)' }),
    async () => {
      const of = await service.organization();
      await addRows(Array.from({ length: 51 }, (_, serial) => rowOf(of, serial)));
      const { data, nextCursor } = bodyOf(await get('', of));
      expect(data).toHaveLength(50);
      expect(bodyOf(await get(`?cursor=${nextCursor}`, of)).data).toHaveLength(1);
      expect(bodyOf(await get('?limit=100', of)).data).toHaveLength(51);
    },
  );

  test(
    'go on behind any row, whose id is a cursor: strictly older rows',
    quotes({ [section]: 'Query: `cursor`' }),
    async () => {
      for (const [index, { id }] of all.entries()) {
        expect(bodyOf(await get(`?cursor=${id}&limit=4`)).data).toEqual(all.slice(index + 1, index + 5));
      }
    },
  );

  test('are gone after five years, whether or not the table has deleted them', async () => {
    const of = await service.organization();
    const now = service.clock.now;
    const at = (ms: number, serial: number) => ({ ...rowOf(of, serial), at: ms });
    await addRows([at(now - auditRetentionMs - 1, 1), at(now - auditRetentionMs, 2), at(now, 3)]);
    for (const query of ['', '?createdAfter=1990-01-01T00:00:00Z']) {
      expect(bodyOf(await get(query, of)).data.map(({ createdAt }: Answer['body']) => Date.parse(createdAt))).toEqual([
        now,
        now - auditRetentionMs,
      ]);
    }
  });
});

describe('filters', () => {
  type Row = Answer['body'];
  const conditions: Readonly<Record<string, { query: string; matches: (row: Row) => boolean }>> = {
    action: { query: 'action=quote.create', matches: ({ action }) => action === 'quote.create' },
    resource: { query: 'resourceId=po_1', matches: ({ resourceId }) => resourceId === 'po_1' },
    key: { query: 'apiKey=svc_test_1', matches: ({ apiKeyPrefix }) => apiKeyPrefix === 'svc_test_1' },
    person: { query: 'actorUserId=operator:ana', matches: ({ actorUserId }) => actorUserId === 'operator:ana' },
    after: { query: 'createdAfter=AFTER', matches: ({ createdAt }) => Date.parse(createdAt) >= start + 3_000 },
    before: { query: 'createdBefore=BEFORE', matches: ({ createdAt }) => Date.parse(createdAt) <= start + 8_000 },
  };
  const at = (second: number) => encodeURIComponent(timestamp(start + second * 1_000));
  const combinations = [
    ['action'],
    ['resource'],
    ['key'],
    ['person'],
    ['after'],
    ['before'],
    ['action', 'resource'],
    ['action', 'key'],
    ['action', 'person'],
    ['key', 'after', 'before'],
    ['action', 'resource', 'key', 'after', 'before'],
  ];

  test.each(combinations.map((names) => [names.join(' + '), names] as const))(
    '%s gives exactly the rows that match, in order, over pages of any size',
    quotes({
      [section]: ['`action`, `resourceId`, `apiKey` (prefix', '`actorUserId`, `createdAfter`, `createdBefore`.'],
    }),
    async (_, names) => {
      const chosen = names.map((name) => conditions[name] as { query: string; matches: (row: Row) => boolean });
      const query = chosen.map((condition) => condition.query).join('&');
      const path = `${pathOf(organization)}/audit-events?${query.replace('AFTER', at(3)).replace('BEFORE', at(8))}`;
      const expected = all.filter((row) => chosen.every(({ matches }) => matches(row)));
      expect(expected.length).toBeLessThan(all.length);
      for (const limit of [1, 2, 100]) expect(await readPages(service, organization, path, limit)).toEqual(expected);
    },
  );

  test.each([
    'action=nothing.happens',
    'action=payout',
    'resourceId=po_unknown',
    'apiKey=svc_test_unknown',
    'apiKey=svc_test_',
    'actorUserId=nobody',
  ])(
    '%s matches nothing: an empty page',
    quotes({ [section]: 'unknown prefix gives an empty page)' }),
    async (query) => {
      expect(bodyOf(await get(`?${query}`))).toEqual(pageOf([]));
    },
  );

  test('bounds are inclusive to the millisecond, in any zone', async () => {
    const rows = async (query: string) => bodyOf(await get(query)).data.length;
    const instant = (ms: number) => encodeURIComponent(timestamp(ms));
    const last = start + 11_000;
    expect(await rows(`?createdAfter=${instant(last)}`)).toBe(2);
    expect(await rows(`?createdAfter=${instant(last + 1)}`)).toBe(0);
    expect(await rows(`?createdBefore=${instant(start)}`)).toBe(2);
    expect(await rows(`?createdBefore=${instant(start - 1)}`)).toBe(0);
    expect(await rows(`?createdAfter=${at(6)}&createdBefore=${at(5)}`)).toBe(0);
    const zoned = encodeURIComponent(timestamp(start + 5_000 + 3_600_000).replace('Z', '+01:00'));
    expect(await rows(`?createdAfter=${zoned}&createdBefore=${zoned}`)).toBe(2);
  });

  test.each([
    ['createdBefore', '0001-01-01T00:00:00Z', 0],
    ['createdBefore', '9999-12-31T23:59:59Z', count],
    ['createdAfter', '0001-01-01T00:00:00Z', count],
    ['createdAfter', '9999-12-31T23:59:59Z', 0],
  ])('%s may be as far away as %s', async (name, instant, expected) => {
    expect(bodyOf(await get(`?${name}=${instant}`)).data).toHaveLength(expected);
  });

  test('that little matches end a page early, and lead on to the row', { timeout: 60_000 }, async () => {
    const of = await service.organization();
    const oldest = { ...rowOf(of, 0), resourceId: 'po_rare', at: start - 1 };
    await addRows([oldest, ...Array.from({ length: 5_000 }, (_, serial) => rowOf(of, serial))]);
    const { data, nextCursor } = bodyOf(await get('?resourceId=po_rare', of));
    expect(data).toEqual([]);
    const next = bodyOf(await get(`?resourceId=po_rare&cursor=${nextCursor}`, of));
    expect(next).toEqual(pageOf([expect.objectContaining({ resourceId: 'po_rare' })]));
  });
});

describe('the row of one request', () => {
  const byRequest = async (requestId: string | undefined, of: TestOrganization, more = '') =>
    bodyOf(await get(`?requestId=${requestId}${more}`, of));

  test('is found by the id that its answer had, whether it succeeded or was refused', async () => {
    const of = await service.organization();
    const done = await service.post(`${pathOf(of)}/sandbox/fund`, of, { amount: '7.00' });
    service.clock.advance(1_234);
    const refused = await service.post(`${pathOf(of)}/sandbox/fund`, of, { amount: '0' });
    const [newest, oldest] = bodyOf(await get('', of)).data;
    expect(await byRequest(done.headers['x-request-id'], of)).toEqual(pageOf([oldest]));
    expect(await byRequest(refused.body.requestId, of)).toEqual(pageOf([newest]));
    expect(newest).toMatchObject({ outcome: 'refused', requestId: refused.body.requestId });
  });

  test('is read by one query that examines one row, among however many', async () => {
    const of = await service.organization();
    const { depositId } = await fund(of);
    const [{ requestId }] = bodyOf(await get('', of)).data;
    const at = service.clock.now;
    await addRows(Array.from({ length: 300 }, (_, serial) => ({ ...rowOf(of, serial), at: at - 150 + serial })));
    const scanned: unknown[] = [];
    const watched = service.process(async ({ name }, send) => {
      const answer = await send();
      if (name === 'Query') scanned.push((answer as { ScannedCount?: number }).ScannedCount);
      return answer;
    });
    const answer = await watched.get(`${pathOf(of)}/audit-events?requestId=${requestId}`, of);
    expect(bodyOf(answer).data).toEqual([expect.objectContaining({ requestId, resourceId: depositId })]);
    expect(scanned).toEqual([1]);
  });

  test('is none for a replay and for a read: they have ids of their own, and did nothing', async () => {
    const of = await service.organization();
    const send = () =>
      service.post(`${pathOf(of)}/sandbox/fund`, of, { amount: '7.00' }, { idempotencyKey: 'key-of-replay' });
    const [first, replay] = [await send(), await send()];
    expect((await byRequest(first.headers['x-request-id'], of)).data).toHaveLength(1);
    expect(await byRequest(replay.headers['x-request-id'], of)).toEqual(pageOf([]));
    expect(await byRequest((await get('', of)).headers['x-request-id'], of)).toEqual(pageOf([]));
  });

  test.each([
    'req_',
    'req_none',
    `req_${'z'.repeat(25)}`,
    `req_${'0'.repeat(25)}`,
    `REQ_${'0'.repeat(25)}`,
    `req_${'0'.repeat(26)}`,
  ])('is none for %s, which is no request', async (requestId) => {
    expect(await byRequest(requestId, other)).toEqual(pageOf([]));
  });

  test('is none for a request of another organization', async () => {
    const [theirs] = bodyOf(await get('', other)).data;
    expect((await byRequest(theirs.requestId, other)).data).toEqual([theirs]);
    expect(await byRequest(theirs.requestId, organization)).toEqual(pageOf([]));
  });

  test('must match the other filters, bounds and cursor too', async () => {
    const of = await service.organization();
    await fund(of);
    const [row] = bodyOf(await get('', of)).data;
    const found = pageOf([row]);
    const made = Date.parse(row.createdAt);
    const instant = (ms: number) => encodeURIComponent(timestamp(ms));
    expect(await byRequest(row.requestId, of, '&action=sandbox.fund&limit=1')).toEqual(found);
    expect(await byRequest(row.requestId, of, `&createdAfter=${instant(made)}&createdBefore=${instant(made)}`)).toEqual(
      found,
    );
    for (const more of [
      '&action=payout.create',
      '&apiKey=svc_test_other',
      `&createdAfter=${instant(made + 1)}`,
      `&createdBefore=${instant(made - 1)}`,
      `&cursor=${row.id}`,
    ]) {
      expect(await byRequest(row.requestId, of, more), more).toEqual(pageOf([]));
    }
    expect(await get(`?requestId=${row.requestId}&cursor=aud_x`, of)).toMatchObject(
      refusedParameter('cursor', 'unrecognized'),
    );
  });

  test('is gone after five years, whether or not the table has deleted it', async () => {
    const of = await service.organization();
    const at = service.clock.now - auditRetentionMs;
    const row = (ms: number) => ({ ...rowOf(of, 1), at: ms, requestId: service.runtime.ids.next('req', ms) });
    const [last, gone] = [row(at), row(at - 1)];
    await addRows([last, gone]);
    expect((await byRequest(last.requestId, of)).data).toHaveLength(1);
    expect(await byRequest(gone.requestId, of)).toEqual(pageOf([]));
  });
});

describe('a parameter that is refused', () => {
  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=', 'limit'],
    ['limit=1&limit=1', 'limit'],
    ['action=', 'action'],
    ['action=a&action=b', 'action'],
    ['resourceId=', 'resourceId'],
    ['apiKey=%20', 'apiKey'],
    ['actorUserId=a%00', 'actorUserId'],
    ['requestId=', 'requestId'],
    [`requestId=${'x'.repeat(129)}`, 'requestId'],
    ['requestId=~', 'requestId'],
    ['requestId=req_1&requestId=req_1', 'requestId'],
    ['createdAfter=2026-03-01', 'createdAfter'],
    ['createdAfter=2026-03-01T12:00:00', 'createdAfter'],
    ['createdAfter=2026-02-30T12:00:00Z', 'createdAfter'],
    ['createdBefore=yesterday', 'createdBefore'],
    ['createdBefore=1772366400000', 'createdBefore'],
    ['outcome=refused', 'outcome'],
  ])(
    '%s: VALIDATION_ERROR names %s',
    quotes({ [section]: ['`limit` (1 to 100, default 50)', 'or malformed instant.'] }),
    async (query, path) => {
      expect(await get(`?${query}`)).toMatchObject(refusedParameter(path));
    },
  );

  const unrecognized = refusedParameter('cursor', 'unrecognized');

  test('a cursor tampered with at any place: unrecognized', async () => {
    const { id } = all[3];
    for (let index = 0; index < id.length; index += 1) {
      const cursor = id.slice(0, index) + (id[index] === 'A' ? 'B' : 'A') + id.slice(index + 1);
      expect(await get(`?cursor=${cursor}`), cursor).toMatchObject(unrecognized);
    }
  });

  test(
    'a cursor of nobody, of another organization or of another list: unrecognized',
    quotes({ [section]: '400 `VALIDATION_ERROR` for a foreign cursor' }),
    async () => {
      const [theirs] = bodyOf(await get('', other)).data;
      const [row] = bodyOf(await service.get(`${pathOf(other)}/balance_transactions`, other)).data;
      expect(await get(`?cursor=${theirs.id}`)).toMatchObject(unrecognized);
      for (const cursor of [
        row.id,
        row.id.replace('bt_', 'aud_'),
        '',
        'aud_',
        'x',
        theirs.id.slice(4),
        `${theirs.id}A`,
      ]) {
        expect(await get(`?cursor=${cursor}`, other), cursor).toMatchObject(unrecognized);
      }
      expect(bodyOf(await get(`?cursor=${theirs.id}`, other))).toEqual(pageOf([]));
    },
  );
});
