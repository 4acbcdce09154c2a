import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WebhookRequest, WebhookSender } from '../../../shared/ports/webhook-sender.ts';
import { WebhookDeliveryEntity } from '../../../shared/webhooks/sender/delivery.ts';
import { suspend } from '../../shared/journal/commit/support.ts';
import { addEvents, passUntil, wake } from '../../shared/webhooks/offering/support.ts';
import { auditRows, expectError } from '../../support/answers.ts';
import { beforeFirst } from '../../support/faults.ts';
import { bodyOf } from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import { TestService } from '../../support/service.ts';
import {
  addDelivery,
  enable,
  organizationOfWebhooks,
  registered,
  remove,
  replay,
  retryOf,
  storedDelivery,
  switchOffDeveloper,
  type Webhooks,
} from './support.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let service: TestService;
let webhooks: Webhooks;
let id: string;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
});

beforeEach(async () => {
  service.clock.advance(1_000);
  webhooks = await organizationOfWebhooks(service);
  ({ id } = await registered(service, webhooks));
});

const at = (ms: number) => new Date(ms).toISOString();

describe('a delivery that is replayed', () => {
  test.each(['succeeded', 'failed', 'dead', 'pending'] as const)(
    'after it %s is due now, in a new generation with a ladder of its own',
    quotes({
      'Endpoints > Webhook management (dashboard session only; an API key cannot call these)':
        '`POST …/{id}/deliveries/{deliveryId}/replay` | re-fire one delivery with a fresh retry ladder',
    }),
    async (status) => {
      const before = await addDelivery(service, webhooks, id, { status, attempt: 4, generation: 2 });
      service.clock.advance(60_000);
      const { now } = service.clock;
      const answer = bodyOf(await replay(service, webhooks, id, before.deliveryId));
      expect(answer).toMatchObject({ id: before.deliveryId, eventId: before.eventId, status: 'pending', attempt: 0 });
      expect(answer).toMatchObject({ nextAttemptAt: at(now), lastError: 'out of order', createdAt: before.createdAt });
      expect(await storedDelivery(service, before)).toEqual({
        ...before,
        status: 'pending',
        generation: 3,
        attempt: 0,
        nextAttemptAt: now,
      });
      expect(await retryOf(service, before)).toMatchObject({ dueAt: now, attempts: 0 });
      expect(await auditRows(service, webhooks)).toContainEqual(
        expect.objectContaining({ action: 'webhook_delivery.replay', resourceId: before.deliveryId }),
      );
    },
  );

  test('is replayed once for an idempotency key', async () => {
    const delivery = await addDelivery(service, webhooks, id);
    const path = `${webhooks.path}/${id}/deliveries/${delivery.deliveryId}/replay`;
    const options = { idempotencyKey: randomUUID() };
    const first = await service.call('POST', path, webhooks.operator, options);
    service.clock.advance(1);
    expect(await service.call('POST', path, webhooks.operator, options)).toMatchObject({ text: first.text });
    expect(await storedDelivery(service, delivery)).toMatchObject({ generation: 2 });
  });

  test('twice at once has as many new generations as answers', async () => {
    const delivery = await addDelivery(service, webhooks, id);
    const answers = await Promise.all([1, 2].map(() => replay(service, webhooks, id, delivery.deliveryId)));
    for (const answer of answers) bodyOf(answer);
    expect(await storedDelivery(service, delivery)).toMatchObject({ generation: 3, status: 'pending' });
    expect(await retryOf(service, delivery)).toMatchObject({ dueAt: service.clock.now });
  });

  test('while an older replay of it is settled is read again', async () => {
    const delivery = await addDelivery(service, webhooks, id);
    const settle = () =>
      service.runtime.store.put(WebhookDeliveryEntity, { ...delivery, generation: 5, status: 'succeeded' });
    const process = service.process(beforeFirst('TransactWrite', settle));
    bodyOf(await replay(process, webhooks, id, delivery.deliveryId));
    expect(await storedDelivery(service, delivery)).toMatchObject({ generation: 6, status: 'pending' });
  });
});

describe('a replay is refused', () => {
  test('of what does not exist, or belongs to another endpoint or organization', async () => {
    const delivery = await addDelivery(service, webhooks, id);
    const another = await registered(service, webhooks);
    const other = await organizationOfWebhooks(service);
    const theirs = await registered(service, other);
    expectError(await replay(service, webhooks, id, 'whd_none'), 'NOT_FOUND');
    expectError(await replay(service, webhooks, another.id, delivery.deliveryId), 'NOT_FOUND');
    expectError(await replay(service, other, id, delivery.deliveryId), 'NOT_FOUND');
    expectError(await replay(service, other, theirs.id, delivery.deliveryId), 'NOT_FOUND');
    expectError(await replay(service, { ...webhooks, operator: other.operator }, id, delivery.deliveryId), 'FORBIDDEN');
    bodyOf(await remove(service, webhooks, id));
    expectError(await replay(service, webhooks, id, delivery.deliveryId), 'NOT_FOUND');
    expect(await storedDelivery(service, delivery)).toEqual(delivery);
  });

  test('to keys and viewers, and while the feature is off or the organization suspended', async () => {
    const { deliveryId } = await addDelivery(service, webhooks, id);
    const { of, organizationId } = webhooks;
    const viewer = await service.member(organizationId, 'viewer');
    const path = `${webhooks.path}/${id}/deliveries/${deliveryId}/replay`;
    expectError(await service.call('POST', path, of), 'UNAUTHORIZED');
    expectError(await service.call('POST', path, viewer), 'FORBIDDEN');
    await switchOffDeveloper(service, organizationId);
    expectError(await replay(service, webhooks, id, deliveryId), 'DEVELOPER_FEATURE_DISABLED');
    await suspend(service.runtime, organizationId);
    expectError(await replay(service, webhooks, id, deliveryId), 'ACCOUNT_BLOCKED');
  });
});

describe('with workers, a replay', () => {
  test(
    'sends the same bytes again; while the endpoint is paused it waits until that is resumed',
    quotes({
      'Endpoints > Webhook management (dashboard session only; an API key cannot call these)': 'same event `id`',
    }),
    async () => {
      const sent: WebhookRequest[] = [];
      const send: WebhookSender['send'] = async (request) => {
        sent.push(request);
        return { accepted: true, status: 200 };
      };
      const working = await TestService.start({ webhooks: { faultOf: () => undefined, send } });
      const of = await organizationOfWebhooks(working);
      const endpoint = await registered(working, of);
      await addEvents(working, of.organizationId, 1);
      await wake(working, of.organizationId);
      const [delivery] = bodyOf(await working.get(`${of.path}/${endpoint.id}/deliveries`, of.of));
      working.clock.advance(90 * DAY_MS);

      bodyOf(await replay(working, of, endpoint.id, delivery.id));
      await passUntil(working, working.clock.now);
      bodyOf(await enable(working, of, endpoint.id, false));
      bodyOf(await replay(working, of, endpoint.id, delivery.id));
      await passUntil(working, working.clock.now + DAY_MS);
      expect(sent).toHaveLength(2);
      bodyOf(await enable(working, of, endpoint.id, true));
      // What was held is due anew, and then taken up.
      await passUntil(working, working.clock.now);
      await passUntil(working, working.clock.now);

      expect(sent).toHaveLength(3);
      expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
      const [last] = bodyOf(await working.get(`${of.path}/${endpoint.id}/deliveries`, of.of));
      expect(last).toMatchObject({ id: delivery.id, status: 'succeeded', attempt: 1, responseStatus: 200 });
    },
  );
});
