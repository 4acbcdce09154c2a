import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RegisteredWebhookEndpoint, Sluice } from '../../client/src/index.ts';
import { DAY_MS, passUntil } from '../shared/webhooks/offering/support.ts';
import { quotedByName, quotes } from '../support/quotes.ts';
import type { Received, Receiver } from '../support/receiver.ts';
import { send, useService } from './support.ts';
import {
  deliveriesOf,
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
let dashboard: Sluice;
let endpoint: RegisteredWebhookEndpoint;
let endpointId: string;

beforeEach(async () => {
  // Stock verifiers look at the machine's clock.
  stage.http.service.clock.now = Date.now();
  receiver = await newReceiver();
  caller = await webhookCaller(stage.http);
  dashboard = caller.dashboard;
  endpoint = await listen(caller, receiver);
  endpointId = endpoint.id;
});

const pass = (ms: number) => passUntil(stage.http.service, stage.http.service.clock.now + ms);
const instant = (ms: number) => new Date(ms).toISOString();

/** Whether a delivery is signed with a secret, whenever it came. */
function isSignedWith({ headers, text }: Received, secret: string): boolean {
  const [id = '', seconds = ''] = [headers['svc-id'], headers['svc-timestamp']];
  const signature = new Webhook(secret).sign(id, new Date(Number(seconds) * 1_000), text);
  return headers['svc-signature']?.split(' ').includes(signature) ?? false;
}

describe('Endpoints > Webhook management (dashboard session only; an API key cannot call these)', quotedByName, () => {
  test('Paths start at `/organizations/{orgId}/webhook-endpoints`; allowed for `owner`, `admin`, `operator` members.', async () => {
    const { service } = stage.http;
    const { organizationId } = caller;
    await happens(stage.http, caller);
    const [{ id: deliveryId } = { id: '' }] = await deliveriesOf(caller, endpoint);
    const path = `/organizations/${organizationId}/webhook-endpoints`;
    const [from, to] = [instant(service.clock.now), instant(service.clock.now)];
    const calls: readonly [method: string, path: string, body?: object][] = [
      ['POST', path, { url: receiver.url }],
      ['POST', `${path}/${endpointId}/enabled`, { enabled: true }],
      ['POST', `${path}/${endpointId}/rotate-secret`],
      ['POST', `${path}/${endpointId}/deliveries/${deliveryId}/replay`],
      ['POST', `${path}/${endpointId}/deliveries/replay`, { from, to }],
      ['DELETE', `${path}/${endpointId}`],
    ];
    for (const role of ['owner', 'admin', 'operator'] as const) {
      const member = await service.member(organizationId, role);
      for (const [method, target, body] of calls.slice(0, -1)) {
        expect(await service.call(method, target, member, { body })).toMatchObject({
          status: method === 'POST' && target === path ? 201 : 200,
        });
      }
      const own = await listen(caller, receiver);
      expect(await service.call('DELETE', `${path}/${own.id}`, member)).toMatchObject({ status: 200 });
    }
    const viewer = await service.member(organizationId, 'viewer');
    for (const [method, target, body] of calls) {
      const byViewer = await service.call(method, target, viewer, { body });
      expect(byViewer).toMatchObject({ status: 403, body: { type: 'FORBIDDEN' } });
      const byKey = await send(stage.http, caller.of, method, target, { body });
      expect(byKey).toMatchObject({ status: 401, body: { type: 'UNAUTHORIZED' } });
    }
    expect(await listedEndpoint(caller, endpoint)).toMatchObject({ enabled: true });
  });

  test('`POST …/{id}/enabled` | pause or resume without losing the secret', async () => {
    await dashboard.enableWebhookEndpoint({ endpointId, enabled: false });
    await happens(stage.http, caller, { count: 2 });
    await pass(DAY_MS);
    expect(receiver.received).toEqual([]);
    await dashboard.enableWebhookEndpoint({ endpointId, enabled: true });
    await pass(1);
    expect(receiver.sequences).toEqual([1, 2]);
    for (const delivery of receiver.received) expect(isSignedWith(delivery, endpoint.secret)).toBe(true);
  });

  test(
    '`POST …/{id}/rotate-secret` | new secret; old one keeps signing 24 hours; returns `previousValidUntil`',
    quotes({ Limits: 'Webhook secret rotation overlap | 24 hours' }),
    async () => {
      const { clock } = stage.http.service;
      const { secret, previousValidUntil } = await dashboard.rotateWebhookSecret({ endpointId });
      expect(secret).not.toBe(endpoint.secret);
      expect(previousValidUntil).toBe(instant(clock.now + DAY_MS));
      const signedWith = async () => {
        await happens(stage.http, caller);
        const last = receiver.received.at(-1) as Received;
        return [isSignedWith(last, secret), isSignedWith(last, endpoint.secret)];
      };
      expect(await signedWith()).toEqual([true, true]);
      clock.now = Date.parse(previousValidUntil) - 1;
      expect(await signedWith()).toEqual([true, true]);
      clock.now += 1;
      expect(await signedWith()).toEqual([true, false]);
    },
  );
});

describe('Resources and their fields > Webhook endpoint and delivery', quotedByName, () => {
  test(
    'Endpoint fields: `events` (list; empty means all default types), `consecutiveFailures`, `lastSuccessAt`, `lastFailureAt`',
    quotes({ 'Endpoints > List webhook endpoints': 'with health fields' }),
    async () => {
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
    },
  );
});
