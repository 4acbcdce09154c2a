import { beforeEach, describe, expect, test } from 'vitest';
import type { RegisteredWebhookEndpoint } from '../../client/src/index.ts';
import { switchOffDeveloper } from '../functions/webhooks/support.ts';
import { passUntil } from '../shared/webhooks/offering/support.ts';
import { quotedByName } from '../support/quotes.ts';
import type { Receiver } from '../support/receiver.ts';
import { callerOf, keyCaller, refusalOf, send, useService } from './support.ts';
import {
  deliveriesOf,
  feedOf,
  happens,
  listedEndpoint,
  listen,
  shortPauses,
  useReceivers,
  type WebhookCaller,
  webhookCaller,
} from './webhooks-support.ts';

const stage = useService(shortPauses);
const newReceiver = useReceivers();
let receiver: Receiver;
let caller: WebhookCaller;
let endpoint: RegisteredWebhookEndpoint;

beforeEach(async () => {
  receiver = await newReceiver();
  caller = await webhookCaller(stage.http);
  endpoint = await listen(caller, receiver);
});

const instant = (ms: number) => new Date(ms).toISOString();
const lastRequest = () => caller.exchanges.at(-1)?.request;

describe('Endpoints > List webhook endpoints', quotedByName, () => {
  test('`GET /organizations/{organizationId}/webhook-endpoints`.', async () => {
    const { data } = await caller.sluice.listWebhookEndpoints();
    expect(lastRequest()).toBe('GET /organizations/{orgId}/webhook-endpoints');
    expect(data.map(({ id }) => id)).toEqual([endpoint.id]);
  });

  test('API key allowed.', async () => {
    const reader = await keyCaller(stage.http, caller.of, { scopes: ['read'] });
    expect((await reader.sluice.listWebhookEndpoints()).data).toMatchObject([{ id: endpoint.id }]);
    const stranger = callerOf(stage.http, {
      ...(await webhookCaller(stage.http)).of,
      organizationId: caller.organizationId,
    });
    expect((await refusalOf(stranger.sluice.listWebhookEndpoints())).type).toBe('FORBIDDEN');
  });

  test('200: registered endpoints with health fields; the signing secret is never returned.', async () => {
    const other = await listen(caller, receiver, { events: ['payout.failed'] });
    await happens(stage.http, caller);
    const { status, body } = await send(
      stage.http,
      caller.of,
      'GET',
      `/organizations/${caller.organizationId}/webhook-endpoints`,
    );
    expect(status).toBe(200);
    expect(body.data).toHaveLength(2);
    const health = { consecutiveFailures: 0, lastSuccessAt: instant(stage.http.service.clock.now) };
    expect(await listedEndpoint(caller, endpoint)).toMatchObject({ url: receiver.url, events: [], ...health });
    expect(await listedEndpoint(caller, other)).toMatchObject({ events: ['payout.failed'], consecutiveFailures: 0 });
    expect(await listedEndpoint(caller, other)).not.toHaveProperty('lastSuccessAt');
    expect(JSON.stringify(body)).not.toContain('whsec_');
    for (const { secret } of [endpoint, other]) expect(JSON.stringify(body)).not.toContain(secret.slice(6));
  });

  test('403 `DEVELOPER_FEATURE_DISABLED` (`GET /policy` lists `developer` in `features` when on).', async () => {
    expect((await caller.sluice.getPolicy()).features).toEqual(['developer']);
    await switchOffDeveloper(stage.http.service, caller.organizationId);
    const refusal = await refusalOf(caller.sluice.listWebhookEndpoints());
    expect(refusal).toMatchObject({ status: 403, type: 'DEVELOPER_FEATURE_DISABLED' });
    expect((await caller.sluice.getPolicy()).features).toEqual([]);
  });
});

describe('Endpoints > List webhook deliveries', quotedByName, () => {
  test('`GET /organizations/{organizationId}/webhook-endpoints/{endpointId}/deliveries`.', async () => {
    const other = await listen(caller, receiver, { events: ['payout.failed'] });
    await happens(stage.http, caller);
    const [{ id } = { id: '' }] = await feedOf(caller);
    expect(await deliveriesOf(caller, endpoint)).toMatchObject([{ eventId: id }]);
    expect(lastRequest()).toBe(`GET /organizations/{orgId}/webhook-endpoints/${endpoint.id}/deliveries`);
    expect(await deliveriesOf(caller, other)).toEqual([]);
  });

  test('API key allowed.', async () => {
    await happens(stage.http, caller);
    const reader = await keyCaller(stage.http, caller.of, { scopes: ['read'] });
    expect(await deliveriesOf(reader, endpoint)).toHaveLength(1);
    expect((await refusalOf(deliveriesOf(await webhookCaller(stage.http), endpoint))).type).toBe('NOT_FOUND');
  });

  test('200: a bare array of the 50 most recent attempts, newest first, without payloads.', async () => {
    const path = `/organizations/${caller.organizationId}/webhook-endpoints/${endpoint.id}/deliveries`;
    await happens(stage.http, caller, { count: 2 });
    const { status, body } = await send(stage.http, caller.of, 'GET', path);
    expect(status).toBe(200);
    expect(body).toMatchObject([{ status: 'succeeded' }, { status: 'succeeded' }]);
    // Of what every event's data holds: its number, and a name.
    expect(receiver.received[0]?.text).toContain('Zoë');
    expect(JSON.stringify(body)).not.toContain('Zoë');
    for (const delivery of body as unknown as object[]) {
      for (const field of ['data', 'payload', 'body']) expect(delivery).not.toHaveProperty(field);
    }
  });

  test('403 `DEVELOPER_FEATURE_DISABLED`.', async () => {
    await switchOffDeveloper(stage.http.service, caller.organizationId);
    const refusal = await refusalOf(deliveriesOf(caller, endpoint));
    expect(refusal).toMatchObject({ status: 403, type: 'DEVELOPER_FEATURE_DISABLED' });
  });
});

describe('Limits', quotedByName, () => {
  test('Delivery listing | 50 most recent attempts', async () => {
    const { service } = stage.http;
    receiver.answering = 500;
    await happens(stage.http, caller);
    const [first] = await deliveriesOf(caller, endpoint);
    receiver.answering = 200;
    for (const count of [30, 29]) {
      service.clock.advance(1_000);
      await happens(stage.http, caller, { count });
    }
    await passUntil(service, Date.parse(first?.nextAttemptAt ?? ''));
    const ids = (await feedOf(caller)).map(({ id }) => id);
    expect(ids).toHaveLength(60);
    // The first was attempted again last; behind it are those that were attempted once, without the ten oldest.
    const listed = (await deliveriesOf(caller, endpoint)).map(({ eventId }) => eventId);
    expect(listed).toEqual([ids[0], ...ids.slice(11).reverse()]);
    expect(listed).toHaveLength(50);
  });
});

describe('Resources and their fields > Webhook endpoint and delivery', quotedByName, () => {
  test('Endpoint fields: `events` (list; empty means all default types), `consecutiveFailures`, `lastSuccessAt`, `lastFailureAt`', async () => {
    const { service } = stage.http;
    expect(endpoint).toMatchObject({ events: [], consecutiveFailures: 0 });
    await happens(stage.http, caller);
    await happens(stage.http, caller, { type: 'deposit.completed' });
    const lastSuccessAt = instant(service.clock.now);
    service.clock.advance(60_000);
    receiver.answering = 500;
    await happens(stage.http, caller, { count: 2 });
    const lastFailureAt = instant(service.clock.now);
    expect(await listedEndpoint(caller, endpoint)).toMatchObject({
      consecutiveFailures: 2,
      lastSuccessAt,
      lastFailureAt,
    });
    expect(receiver.sequences.toSorted()).toEqual([1, 3, 4]);
  });

  test('signing secret (`whsec_` prefix; shown once at creation and at each rotation), `previousValidUntil` (on rotation).', async () => {
    const { service } = stage.http;
    const format = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint.secret).toEqual(format);
    const rotated = await caller.dashboard.rotateWebhookSecret({ endpointId: endpoint.id });
    expect(rotated.secret).toEqual(format);
    expect(rotated.secret).not.toBe(endpoint.secret);
    expect(rotated.previousValidUntil).toBe(instant(service.clock.now + 24 * 60 * 60_000));
    const paused = await caller.dashboard.enableWebhookEndpoint({ endpointId: endpoint.id, enabled: false });
    for (const shown of [paused, await listedEndpoint(caller, endpoint)]) {
      for (const field of ['secret', 'previousValidUntil']) expect(shown).not.toHaveProperty(field);
    }
  });

  test("Delivery fields: `eventId`, `status`, `lastError` (your server's answer to a failed attempt), `nextAttemptAt`, `createdAt`; payload is never returned.", async () => {
    const { service } = stage.http;
    receiver.answering = (_received, response) => response.writeHead(500).end('no room');
    await happens(stage.http, caller);
    const [event] = await feedOf(caller);
    const [failed] = await deliveriesOf(caller, endpoint);
    expect(failed).toMatchObject({ eventId: event?.id, status: 'failed', lastError: 'no room' });
    expect(failed?.createdAt).toBe(event?.createdAt);
    const nextAttemptAt = failed?.nextAttemptAt ?? '';
    expect(Date.parse(nextAttemptAt)).toBeGreaterThan(service.clock.now);
    receiver.answering = 200;
    await passUntil(service, Date.parse(nextAttemptAt));
    const [succeeded] = await deliveriesOf(caller, endpoint);
    expect(succeeded).toMatchObject({ eventId: event?.id, status: 'succeeded' });
    expect(succeeded).not.toHaveProperty('nextAttemptAt');
    for (const shown of [failed, succeeded]) expect(JSON.stringify(shown)).not.toContain('Zoë');
  });
});
