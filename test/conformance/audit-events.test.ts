import { beforeAll, describe, expect, test } from 'vitest';
import type { AuditEvent, ListAuditEventsParams } from '../../client/src/index.ts';
import { AuditEventEntity } from '../../shared/journal/rows/audit-event.ts';
import { auditRow } from '../../shared/journal/rows/audit-row.ts';
import { quotedByName } from '../support/quotes.ts';
import { type Caller, callerOf, faultsOf, keyCaller, newCaller, payeeOf, refusalOf, useService } from './support.ts';

const dayMs = 24 * 60 * 60_000;
const stage = useService();
let caller: Caller;
/** Every row, newest first. */
let all: readonly AuditEvent[];

beforeAll(async () => {
  caller = await newCaller(stage.http);
  const { clock } = stage.http.service;
  clock.advance(1_000);
  const destinationAccountId = await payeeOf(caller);
  clock.advance(1_000);
  await caller.sluice.createPayout({ amount: '1.00', destinationAccountId });
  clock.advance(1_000);
  await addRow(caller, 'policy.change', 'user-1');
  all = await rows();
});

/** What a person did: no key can. */
async function addRow({ of }: Caller, action: string, actorUserId: string) {
  const { runtime, clock } = stage.http.service;
  const requestId = runtime.ids.next('req', clock.now);
  const request = { organizationId: of.organizationId, requestId, at: clock.now, action, actor: { actorUserId } };
  await runtime.store.put(AuditEventEntity, auditRow(request, {}, request.at));
}

const list = (params: object = {}) => caller.sluice.listAuditEvents(params as ListAuditEventsParams);
const rows = async (params?: object) => (await list(params)).data;

describe('Endpoints > List audit events', quotedByName, () => {
  test('`GET P/audit-events`.', async () => {
    expect(await rows()).toEqual(all);
    expect(caller.exchanges.at(-1)?.request).toBe('GET P/audit-events');
  });

  test('Query: `cursor`', async () => {
    const { data, nextCursor } = await list({ limit: 1 });
    expect(data).toEqual(all.slice(0, 1));
    expect(await rows({ cursor: nextCursor })).toEqual(all.slice(1));
  });

  test('`limit` (1 to 100, default 50)', async () => {
    const busy = callerOf(stage.http, await stage.http.service.organization());
    for (let row = 0; row < 101; row += 1) await addRow(busy, 'policy.change', 'user-1');
    expect((await busy.sluice.listAuditEvents()).data).toHaveLength(50);
    expect((await busy.sluice.listAuditEvents({ limit: 100 })).data).toHaveLength(100);
    expect((await busy.sluice.listAuditEvents({ limit: 1 })).data).toHaveLength(1);
    for (const limit of [0, 101]) expect(await faultsOf(list({ limit }))).toEqual(['limit']);
  });

  test('`action`, `resourceId`', async () => {
    const [payment] = await rows({ action: 'payout.create' });
    const [order] = (await caller.sluice.listOrders()).data;
    expect(payment).toMatchObject({ action: 'payout.create', resourceId: order?.payoutId });
    expect(await rows({ resourceId: order?.payoutId })).toEqual([payment]);
    expect(await rows({ action: 'payout.lose' })).toEqual([]);
  });

  test('`apiKey` (prefix; unknown prefix gives an empty page)', async () => {
    const { prefix } = caller.of.key;
    expect(await rows({ apiKey: prefix })).toEqual(all.filter(({ apiKeyPrefix }) => apiKeyPrefix === prefix));
    expect(await rows({ apiKey: prefix })).toHaveLength(3);
    expect((await list({ apiKey: 'svc_test_unknown' })).data).toEqual([]);
  });

  test('`actorUserId`', async () => {
    expect((await rows({ actorUserId: 'user-1' })).map(({ action }) => action)).toEqual(['policy.change']);
    expect(await rows({ actorUserId: 'user-2' })).toEqual([]);
  });

  test('`createdAfter`, `createdBefore`', async () => {
    const { createdAt } = all[1] as AuditEvent;
    expect(await rows({ createdAfter: createdAt })).toEqual(all.slice(0, 2));
    expect(await rows({ createdBefore: createdAt })).toEqual(all.slice(1));
  });

  test('200 newest first.', () => {
    expect(all.map(({ action }) => action)).toEqual([
      'policy.change',
      'payout.create',
      'recipient.create',
      'sandbox.fund',
    ]);
  });

  test('A read-only key may read it.', async () => {
    const reader = await keyCaller(stage.http, caller.of, { scopes: ['read'] });
    expect((await reader.sluice.listAuditEvents()).data).toEqual(all);
    expect(await refusalOf(reader.sluice.fundSandbox({ amount: '1.00' }))).toMatchObject({
      type: 'INSUFFICIENT_SCOPE',
    });
  });

  test('400 `VALIDATION_ERROR` for a foreign cursor or malformed instant.', async () => {
    const [theirs] = (await (await newCaller(stage.http)).sluice.listAuditEvents()).data;
    const [row] = (await caller.sluice.listBalanceTransactions()).data;
    for (const cursor of [theirs?.id, row?.id]) expect(await faultsOf(list({ cursor }))).toEqual(['cursor']);
    for (const name of ['createdAfter', 'createdBefore']) {
      expect(await faultsOf(list({ [name]: '2026-03-01T12:00' }))).toEqual([name]);
    }
  });

  test('Retained five years.', async () => {
    const { clock } = stage.http.service;
    const kept = await newCaller(stage.http);
    clock.now = Date.parse('2031-02-28T00:00:00.000Z');
    const successor = await keyCaller(stage.http, kept.of, {});
    expect((await successor.sluice.listAuditEvents()).data).toMatchObject([{ action: 'sandbox.fund' }]);
    clock.advance(5 * dayMs);
    expect((await successor.sluice.listAuditEvents()).data).toEqual([]);
  });
});
