import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Event } from '../../client/src/index.ts';
import { wake } from '../shared/webhooks/offering/support.ts';
import { pathOf, settle } from '../support/journey.ts';
import { quotedByName } from '../support/quotes.ts';
import type { Receiver } from '../support/receiver.ts';
import { prefix } from './authentication-support.ts';
import { anyEndpointId } from './every-endpoint.ts';
import { payeeOf, send, useService } from './support.ts';
import { feedOf, listen, shortPauses, useReceivers, type WebhookCaller, webhookCaller } from './webhooks-support.ts';

const stage = useService(shortPauses);
const newReceiver = useReceivers();
let caller: WebhookCaller;
let receiver: Receiver;
let feed: readonly Event[];
/** What the organization reads of its records, by the path that it reads. */
const bodies: Record<string, unknown> = {};

beforeAll(async () => {
  caller = await webhookCaller(stage.http);
  receiver = await newReceiver();
  await listen(caller, receiver, {
    events: ['payout.pending', 'payout.completed', 'payout.returned', 'payout.processing', 'deposit.completed'],
  });
  await caller.sluice.fundSandbox({ amount: '1000.00' });
  for (const outcome of ['completed', 'returned_by_bank']) {
    const destinationAccountId = await payeeOf(caller, { outcome });
    await caller.sluice.createPayout({ amount: '10.00', destinationAccountId, reference: randomUUID() });
  }
  await settle(stage.http.service);
  await wake(stage.http.service, caller.organizationId);
  feed = await feedOf(caller);
  const lists = ['balance', 'balance_transactions', 'events', 'orders', 'audit-events', 'deposits'];
  const paths = lists.map((list) => `${pathOf(caller.of)}/${list}`);
  const endpoints = `/organizations/${caller.organizationId}/webhook-endpoints`;
  for (const path of [...paths, `/recipients/${caller.organizationId}`, endpoints]) await read(path);
});

async function read(path: string): Promise<void> {
  const { status, body } = await send(stage.http, caller.of, 'GET', path);
  expect(status, path).toBe(200);
  bodies[path] = body;
}

/** Every object within a value, however deep. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner];
}

/** The values of the fields whose names match, everywhere in what was read. */
const fieldsOf = (name: RegExp) =>
  objectsIn(bodies)
    .flatMap((object) => Object.entries(object))
    .filter(([field]) => name.test(field));

describe('Payout and Checkout Service Interface', quotedByName, () => {
  test('Its path part is `/business/api/v1`, and every path below is relative to it.', async () => {
    expect(new URL(stage.http.baseUrl).pathname).toBe('/business/api/v1');
    const { origin } = new URL(stage.http.baseUrl);
    for (const { method, path: template } of anyEndpointId) {
      const path = template.replace(/\{\w+\}/g, caller.organizationId);
      const init = { method, headers: { 'x-api-key': caller.of.key.id } };
      const beneath = await fetch(`${origin}${prefix}${path}`, init);
      expect((await beneath.json()).type, path).not.toBe('ROUTE_NOT_FOUND');
      const bare = await fetch(`${origin}${path}`, init);
      expect(await bare.json(), path).toMatchObject({ type: 'ROUTE_NOT_FOUND', status: 404 });
    }
  });

  test('`{orgId}` and `{organizationId}` are the same opaque organization id.', async () => {
    const { organizationId } = caller.of;
    for (const path of [`${pathOf(caller.of)}/policy`, `/organizations/${organizationId}/webhook-endpoints`]) {
      expect((await send(stage.http, caller.of, 'GET', path)).status, path).toBe(200);
      const other = path.replace(organizationId, [...organizationId].toReversed().join(''));
      expect(await send(stage.http, caller.of, 'GET', other)).toMatchObject({
        status: 403,
        body: { type: 'FORBIDDEN' },
      });
    }
  });

  test('It is a CUID-shaped string, never an `org_`-prefixed alias, and is passed unchanged in every organization-scoped path.', async () => {
    const { organizationId } = caller.of;
    expect(organizationId).toMatch(/^[a-z][a-z0-9]{23}$/);
    for (const alias of [`org_${organizationId}`, organizationId.toUpperCase()]) {
      const answer = await send(
        stage.http,
        caller.of,
        'GET',
        `${pathOf(caller.of).replace(organizationId, alias)}/policy`,
      );
      expect(answer, alias).toMatchObject({ status: 403, body: { type: 'FORBIDDEN' } });
    }
    const scoped = anyEndpointId.map(({ path }) => path);
    expect(scoped.filter((path) => path.includes('{orgId}')).length).toBeGreaterThan(20);
    for (const path of scoped) expect(path).not.toMatch(/org_|\{(?!orgId)org\w*\}/i);
  });
});

describe('Resources and their fields', quotedByName, () => {
  test('Conventions: ids are opaque strings.', async () => {
    const ids = fieldsOf(/^id$|Id$/);
    const fields = ids.map(([field]) => field);
    for (const field of ['id', 'payoutId', 'recipientId', 'destinationAccountId', 'depositId', 'requestId']) {
      expect(fields).toContain(field);
    }
    for (const [field, id] of ids) expect(id, field).toMatch(/^\S+$/);
    // An id names its resource exactly as it was read, and nothing in upper case.
    const { payoutId = '' } = feed.at(-1) ?? {};
    expect((await caller.sluice.getOrder({ payoutId: payoutId ?? '' })).payoutId).toBe(payoutId);
    const path = `${pathOf(caller.of)}/orders/`;
    const other = await send(stage.http, caller.of, 'GET', path + String(payoutId).toUpperCase());
    expect(other.body.type).toBe('NOT_FOUND');
  });

  test('Timestamps are ISO 8601.', () => {
    const times = fieldsOf(/At$|Until$/).filter(([, value]) => value !== null);
    expect(times.length).toBeGreaterThan(20);
    for (const [field, time] of times) expect(new Date(String(time)).toISOString(), field).toBe(time);
    for (const [field, value] of fieldsOf(/./)) {
      // No number is large enough to be a time.
      if (typeof value === 'number') expect(value, field).toBeLessThan(1_000_000);
    }
  });

  // Events of approvals are not read here: they repeat the request, whose `amount` has no currency beside it.
  test("Money in webhook bodies and in feed `data` is decimal strings beside a currency field, except a payout's `fee`, which is an object `{ amount, currency }`", () => {
    expect(receiver.received.map(({ event }) => event.id).toSorted()).toEqual(feed.map(({ id }) => id).toSorted());
    const payouts = feed.filter(({ payoutId }) => payoutId);
    expect([payouts.length, feed.length]).toEqual([7, 8]);
    for (const { data } of [...feed, ...receiver.received.map(({ event }) => event)]) {
      const { fee, ...rest }: Readonly<Record<string, unknown>> = { ...data };
      const amounts = Object.entries(rest).filter(([field]) => /amount$/i.test(field));
      expect(amounts.length).toBeGreaterThan(0);
      for (const [field, amount] of amounts) {
        expect(amount, field).toMatch(/^\d+\.\d\d$/);
        expect(rest[field.replace(/amount$/, 'currency').replace(/Amount$/, 'Currency')], field).toMatch(/^[A-Z]{3}$/);
      }
      expect(Object.values(rest).filter((value) => typeof value === 'number')).toEqual([]);
      if ('payoutId' in rest) expect(fee).toEqual({ amount: '0.50', currency: 'USD' });
    }
  });
});
