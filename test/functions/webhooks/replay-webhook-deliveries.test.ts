import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type WebhookDelivery, WebhookDeliveryEntity } from '../../../shared/webhooks/sender/delivery.ts';
import { auditRows, expectError, faultsOf } from '../../support/answers.ts';
import { crashAt } from '../../support/crash.ts';
import { beforeFirst, type Intercept, transactionConflict } from '../../support/faults.ts';
import { bodyOf } from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import { TestService } from '../../support/service.ts';
import {
  addDelivery,
  organizationOfWebhooks,
  registered,
  replayMany,
  retryOf,
  storedDelivery,
  switchOffDeveloper,
  type Webhooks,
} from './support.ts';

let service: TestService;
let webhooks: Webhooks;
let id: string;
let now: number;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
});

beforeEach(async () => {
  service.clock.advance(1_000_000);
  ({ now } = service.clock);
  webhooks = await organizationOfWebhooks(service);
  ({ id } = await registered(service, webhooks));
});

const at = (ms: number) => new Date(ms).toISOString();

/** Deliveries of events a millisecond apart, from now on. */
async function addMany(count: number, changes: Partial<WebhookDelivery> = {}): Promise<WebhookDelivery[]> {
  const added: WebhookDelivery[] = [];
  for (let n = 0; n < count; n += 50) {
    const numbers = Array.from({ length: Math.min(50, count - n) }, (_, index) => n + index);
    const group = numbers.map((one) =>
      addDelivery(service, webhooks, id, { at: now + one, sequence: one + 1, ...changes }),
    );
    added.push(...(await Promise.all(group)));
  }
  return added;
}

const stored = (deliveries: readonly WebhookDelivery[]) =>
  Promise.all(deliveries.map((delivery) => storedDelivery(service, delivery)));

const statusesOf = async (deliveries: readonly WebhookDelivery[]) =>
  (await stored(deliveries)).map(({ status }) => status);

describe('a replay of many', () => {
  test(
    'asks for those again that failed or are dead, oldest first, within its time',
    quotes({
      'Endpoints > Webhook management (dashboard session only; an API key cannot call these)': [
        '`POST …/{id}/deliveries/replay` | body `from`, `to`',
        '`status` (`failed` default',
        'oldest first; answers `{ requeued }`',
      ],
    }),
    async () => {
      const before = await addDelivery(service, webhooks, id, { at: now - 1, sequence: 100 });
      const first = await addDelivery(service, webhooks, id, { at: now, sequence: 101 });
      const well = await addDelivery(service, webhooks, id, { at: now + 1, sequence: 102, status: 'succeeded' });
      const dead = await addDelivery(service, webhooks, id, { at: now + 2, sequence: 103, status: 'dead' });
      const sameTime = await addDelivery(service, webhooks, id, { at: now + 2, sequence: 104 });
      const behind = await addDelivery(service, webhooks, id, { at: now + 3, sequence: 105 });

      const answer = await replayMany(service, webhooks, id, { from: at(now), to: at(now + 2) });

      expect(bodyOf(answer)).toEqual({ requeued: 3 });
      const all = [before, first, well, dead, sameTime, behind];
      expect(await statusesOf(all)).toEqual(['failed', 'pending', 'succeeded', 'pending', 'pending', 'failed']);
      const dues = await Promise.all(all.map((delivery) => retryOf(service, delivery)));
      expect(dues.map((due) => due?.dueAt)).toEqual([undefined, now, undefined, now + 1, now + 2, undefined]);
      expect(await storedDelivery(service, dead)).toMatchObject({ generation: 2, attempt: 0, nextAttemptAt: now + 1 });
      expect(await auditRows(service, webhooks)).toContainEqual(
        expect.objectContaining({ action: 'webhook_delivery.replay_many', resourceId: id, outcome: 'succeeded' }),
      );
    },
  );

  test(
    'of `all` asks for those again too that went well',
    quotes({ 'Endpoints > Webhook management (dashboard session only; an API key cannot call these)': 'or `all`)' }),
    async () => {
      const deliveries = [
        await addDelivery(service, webhooks, id, { status: 'succeeded', sequence: 1 }),
        await addDelivery(service, webhooks, id, { status: 'failed', sequence: 2 }),
      ];
      expect(bodyOf(await replayMany(service, webhooks, id, { status: 'all' }))).toEqual({ requeued: 2 });
      expect(await statusesOf(deliveries)).toEqual(['pending', 'pending']);
    },
  );

  test('takes times with a zone, one instant too, and whatever year they name', async () => {
    const [delivery] = await addMany(2);
    const instant = new Date(now + 2 * 60 * 60 * 1000).toISOString().replace('Z', '+02:00');
    expect(bodyOf(await replayMany(service, webhooks, id, { from: instant, to: instant }))).toEqual({ requeued: 1 });
    expect(await statusesOf([delivery as WebhookDelivery])).toEqual(['pending']);
    const ever = { from: '0001-01-01T00:00:00Z', to: '9999-12-31T23:59:59Z' };
    expect(bodyOf(await replayMany(service, webhooks, id, ever))).toEqual({ requeued: 1 });
  });

  test('asks for a thousand at most, and says where to go on', {
    ...quotes({
      'Endpoints > Webhook management (dashboard session only; an API key cannot call these)': 'up to 1,000',
      Limits: 'Bulk delivery replay | up to 1,000 deliveries per call',
    }),
    timeout: 60_000,
  }, async () => {
    const deliveries = await addMany(1_003);
    const { requeued, nextFrom } = bodyOf(await replayMany(service, webhooks, id));
    expect(requeued).toBe(1_000);
    expect(Date.parse(nextFrom)).toBeLessThanOrEqual(now + 1_000);
    const statuses = await statusesOf(deliveries);
    expect(statuses.indexOf('failed')).toBe(1_000);
    expect(bodyOf(await replayMany(service, webhooks, id, { from: nextFrom }))).toEqual({ requeued: 3 });
  });

  test('that runs out of time says where to go on', async () => {
    const deliveries = await addMany(90);
    const slow: Intercept = async ({ name }, send) => {
      if (name === 'TransactWrite') service.clock.advance(3_500);
      return send();
    };
    const body = { from: at(now), to: at(now + 1_000) };
    const answer = bodyOf(await replayMany(service.process(slow), webhooks, id, body));
    expect(answer).toEqual({ requeued: 80, nextFrom: at(now + 80) });
    expect((await statusesOf(deliveries)).indexOf('failed')).toBe(80);
  });
});

describe('a delivery that changes meanwhile', () => {
  const body = () => ({ from: at(now), to: at(now + 1_000) });

  test('is left alone when it is no longer wanted, and the others are asked for again', async () => {
    const deliveries = await addMany(5);
    const settled: WebhookDelivery = { ...(deliveries[2] as WebhookDelivery), generation: 2, status: 'succeeded' };
    const settle = () => service.runtime.store.put(WebhookDeliveryEntity, settled);
    const process = service.process(beforeFirst('TransactWrite', settle));
    expect(bodyOf(await replayMany(process, webhooks, id, body()))).toEqual({ requeued: 4 });
    expect(await statusesOf(deliveries)).toEqual(['pending', 'pending', 'succeeded', 'pending', 'pending']);
  });

  test('is asked for by a twin: each is counted once', async () => {
    const deliveries = await addMany(60);
    const answers = await Promise.all([1, 2].map(() => replayMany(service, webhooks, id, body())));
    const counts = answers.map((answer) => bodyOf(answer).requeued);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(60);
    for (const delivery of await stored(deliveries)) expect(delivery).toMatchObject({ generation: 2 });
  });

  test('without end is left out, and told by where to go on', async () => {
    const deliveries = await addMany(5);
    const busy = deliveries[3]?.deliveryId ?? '';
    const process = service.process(async ({ name, input }, send) => {
      if (name === 'TransactWrite' && JSON.stringify(input).includes(busy)) throw transactionConflict();
      return send();
    });
    const answer = bodyOf(await replayMany(process, webhooks, id, body()));
    expect(answer).toEqual({ requeued: 4, nextFrom: deliveries[3]?.createdAt });
    expect((await statusesOf(deliveries)).filter((status) => status === 'failed')).toHaveLength(1);
  });
});

describe('a process that dies half-way', () => {
  test.each(['before', 'after'] as const)('%s any of its calls leaves the rest to the retry', async (moment) => {
    const deliveries = await addMany(100);
    const body = { from: at(now), to: at(now + 1_000) };
    const path = `${webhooks.path}/${id}/deliveries/replay`;
    const send = (to: TestService) => to.post(path, webhooks.operator, body, { idempotencyKey: `replay-${moment}` });
    for (let call = 4; call <= 10; call += 1) {
      const { intercept, crashed } = crashAt({ call, moment });
      await Promise.race([send(service.process(intercept)), crashed]);
      service.clock.advance(15_000);
    }
    const answer = bodyOf(await send(service));
    expect(answer.requeued).toBeLessThanOrEqual(100);
    for (const delivery of await stored(deliveries)) {
      expect(delivery).toMatchObject({ status: 'pending', generation: 2 });
      expect(await retryOf(service, delivery)).toBeDefined();
    }
  });
});

describe('a replay of many is refused', () => {
  test.each<[string, object, string[]]>([
    ['without times', { from: undefined, to: undefined }, ['from: required', 'to: required']],
    ['by a time without a zone', { from: '2026-01-01T00:00:00' }, ['from: invalid_format']],
    ['by times that are none', { from: 'yesterday', to: '2026-01-01' }, ['from: invalid_format', 'to: invalid_format']],
    ['by an end before its begin', { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }, ['to: custom']],
    ['by another status', { status: 'succeeded' }, ['status: invalid_value']],
  ])(
    '%s',
    quotes({ 'Endpoints > Webhook management (dashboard session only; an API key cannot call these)': '(ISO 8601)' }),
    async (_what, body, faults) => {
      expect(faultsOf(await replayMany(service, webhooks, id, body))).toEqual(faults);
    },
  );

  test('to keys, viewers and strangers, of unknown endpoints, and while the feature is off', async () => {
    const [delivery] = await addMany(1);
    const { of, organizationId } = webhooks;
    const viewer = await service.member(organizationId, 'viewer');
    const other = await organizationOfWebhooks(service);
    expectError(await replayMany(service, { ...webhooks, operator: of as never }, id), 'UNAUTHORIZED');
    expectError(await replayMany(service, { ...webhooks, operator: viewer }, id), 'FORBIDDEN');
    expectError(await replayMany(service, other, id), 'NOT_FOUND');
    expectError(await replayMany(service, webhooks, 'we_none'), 'NOT_FOUND');
    await switchOffDeveloper(service, organizationId);
    expectError(await replayMany(service, webhooks, id), 'DEVELOPER_FEATURE_DISABLED');
    expect(await statusesOf([delivery as WebhookDelivery])).toEqual(['failed']);
  });
});
