import { beforeAll, beforeEach, expect, test } from 'vitest';
import { cursorRef, type WebhookCursor, WebhookCursorEntity } from '../../../shared/webhooks/endpoints/cursor.ts';
import { retriedPartition } from '../../../shared/webhooks/sender/delivery.ts';
import { expectError } from '../../support/answers.ts';
import { bodyOf } from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import { TestService } from '../../support/service.ts';
import {
  addDelivery,
  type Body,
  organizationOfWebhooks,
  registered,
  remove,
  switchOffDeveloper,
  type Webhooks,
} from './support.ts';

let service: TestService;
let webhooks: Webhooks;
let id: string;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
});

beforeEach(async () => {
  service.clock.advance(1_000_000);
  webhooks = await organizationOfWebhooks(service);
  ({ id } = await registered(service, webhooks));
});

const list = async (of = webhooks, endpointId = id): Promise<Body[]> =>
  bodyOf(await service.get(`${of.path}/${endpointId}/deliveries`, of.of));

const at = (ms: number) => new Date(ms).toISOString();
const retriedOf = () => retriedPartition({ organizationId: webhooks.organizationId, endpointId: id });

test('an endpoint that was sent nothing has none: a bare list', async () => {
  expect(await list()).toEqual([]);
});

test(
  'a delivery is shown with what came of its last attempt, and without payload',
  quotes({
    'Endpoints > List webhook deliveries': [
      '`GET /organizations/{organizationId}/webhook-endpoints/{endpointId}/deliveries`.',
      'API key allowed.',
      'without payloads.',
    ],
    'Resources and their fields > Webhook endpoint and delivery':
      "Delivery fields: `eventId`, `status`, `lastError` (your server's answer to a failed attempt), `nextAttemptAt`, `createdAt`; payload is never returned.",
  }),
  async () => {
    const nextAttemptAt = service.clock.now + 60_000;
    const { deliveryId } = await addDelivery(service, webhooks, id, { nextAttemptAt });
    expect(await list()).toEqual([
      {
        id: deliveryId,
        eventId: 'evt_1',
        eventType: 'payout.completed',
        status: 'failed',
        attempt: 1,
        responseStatus: 500,
        lastError: 'out of order',
        nextAttemptAt: at(nextAttemptAt),
        createdAt: at(service.clock.now),
        lastAttemptAt: at(service.clock.now),
      },
    ]);
  },
);

test.each([
  ['owner', true],
  ['admin', true],
  ['operator', true],
  ['viewer', false],
] as const)('what a receiver answered is shown to an %s: %s', async (role, isShown) => {
  await addDelivery(service, webhooks, id);
  const { store } = service.runtime;
  const wanted = cursorRef(webhooks.organizationId, id);
  await store.put(WebhookCursorEntity, { ...((await store.get(wanted)) as WebhookCursor), lastError: 'a stack trace' });
  const session = await service.member(webhooks.organizationId, role);
  const [delivery] = bodyOf(await service.get(`${webhooks.path}/${id}/deliveries`, session));
  const [endpoint] = bodyOf(await service.get(webhooks.path, session)).data;
  expect([delivery.lastError, endpoint.lastError]).toEqual(
    isShown ? ['out of order', 'a stack trace'] : [undefined, undefined],
  );
  expect(delivery).toMatchObject({ status: 'failed', responseStatus: 500 });
});

test(
  'the fifty that were attempted last are shown, newest first, retries of old ones among them',
  quotes({
    'Endpoints > List webhook deliveries': '200: a bare array of the 50 most recent attempts, newest first',
    Limits: 'Delivery listing | 50 most recent attempts',
  }),
  async () => {
    const begin = service.clock.now;
    // Event n was first attempted at n; every third of the older half was retried behind all first attempts.
    const attemptOf = (n: number) => (n < 60 && n % 3 === 0 ? 1_000 + n : n);
    for (let n = 0; n < 120; n += 1) {
      const isRetried = attemptOf(n) !== n;
      const lastAttemptAt = begin + attemptOf(n);
      const retry = isRetried ? { attempt: 2, retriedOf: retriedOf() } : {};
      await addDelivery(service, webhooks, id, { at: begin + n, sequence: n + 1, lastAttemptAt, ...retry });
    }
    const all = Array.from({ length: 120 }, (_, n) => n).sort((a, b) => attemptOf(b) - attemptOf(a));
    expect((await list()).map(({ eventId }) => eventId)).toEqual(all.slice(0, 50).map((n) => `evt_${n + 1}`));
  },
);

test('one that was retried and is new is shown once', async () => {
  await addDelivery(service, webhooks, id, { attempt: 2, retriedOf: retriedOf() });
  expect(await list()).toMatchObject([{ attempt: 2 }]);
});

test('every member may read them; of another endpoint or organization there are none', async () => {
  await addDelivery(service, webhooks, id, { attempt: 2, retriedOf: retriedOf() });
  const viewer = await service.member(webhooks.organizationId, 'viewer');
  expect(bodyOf(await service.get(`${webhooks.path}/${id}/deliveries`, viewer))).toHaveLength(1);
  expect(await list(webhooks, (await registered(service, webhooks)).id)).toEqual([]);
  const other = await organizationOfWebhooks(service);
  expectError(await service.get(`${other.path}/${id}/deliveries`, other.of), 'NOT_FOUND');
  expectError(await service.get(`${webhooks.path}/${id}/deliveries`, other.of), 'FORBIDDEN');
});

test(
  'there are none of an endpoint that was removed, or while the feature is off',
  quotes({ 'Endpoints > List webhook deliveries': '403 `DEVELOPER_FEATURE_DISABLED`.' }),
  async () => {
    await addDelivery(service, webhooks, id);
    const path = `${webhooks.path}/${id}/deliveries`;
    bodyOf(await remove(service, webhooks, id));
    expectError(await service.get(path, webhooks.of), 'NOT_FOUND');
    await switchOffDeveloper(service, webhooks.organizationId);
    expectError(await service.get(path, webhooks.of), 'DEVELOPER_FEATURE_DISABLED');
  },
);
