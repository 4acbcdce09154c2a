import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unseal } from '../../../shared/ground/signatures/seal.ts';
import { dueRef } from '../../../shared/journal/due/due-work.ts';
import { endpointWork } from '../../../shared/webhooks/endpoints/endpoint.ts';
import { subscribableTypes } from '../../../shared/webhooks/endpoints/endpoint-request.ts';
import { commitOnce, headOf, suspend } from '../../shared/journal/commit/support.ts';
import { auditRows, expectError, faultsOf, storedItems } from '../../support/answers.ts';
import { beforeFirst } from '../../support/faults.ts';
import { bodyOf, readFeed } from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import { TestService } from '../../support/service.ts';
import {
  type Body,
  enable,
  hookUrl,
  listed,
  organizationOfWebhooks,
  register,
  registered,
  remove,
  rotate,
  storedCursor,
  storedEndpoint,
  switchOffDeveloper,
  type Webhooks,
} from './support.ts';

const TEN_MINUTES_MS = 10 * 60 * 1000;

let service: TestService;
let webhooks: Webhooks;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
});

beforeEach(async () => {
  service.clock.advance(1);
  webhooks = await organizationOfWebhooks(service);
});

const heartbeat = (id: string) => {
  const { organizationId } = webhooks;
  return service.runtime.store.get(dueRef(endpointWork({ organizationId, endpointId: id })));
};

describe('an endpoint that is registered', () => {
  test(
    'is answered with its secret once, and listed without it',
    quotes({
      'Endpoints > Webhook management (dashboard session only; an API key cannot call these)':
        '`POST …` | register; returns the signing secret once',
      'Resources and their fields > Webhook endpoint and delivery':
        'signing secret (`whsec_` prefix; shown once at creation',
    }),
    async () => {
      const { secret, ...endpoint } = await registered(service, webhooks, {
        events: ['payout.completed', 'deposit.completed'],
        description: 'books',
      });
      expect(endpoint).toEqual({
        id: expect.stringMatching(/^we_[a-z0-9]+$/),
        url: hookUrl,
        description: 'books',
        events: ['payout.completed', 'deposit.completed'],
        enabled: true,
        consecutiveFailures: 0,
        createdAt: new Date(service.clock.now).toISOString(),
      });
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(await listed(service, webhooks)).toEqual([endpoint]);
      expect(JSON.stringify(await storedItems(service))).not.toContain(secret.slice('whsec_'.length));
    },
  );

  test('keeps its secret sealed for itself alone', async () => {
    const { id, secret } = await registered(service, webhooks);
    const sealingKeys = await service.runtime.secrets.sealingKeys();
    const stored = await storedEndpoint(service, webhooks, id);
    expect(unseal(sealingKeys, 'webhook-secret', stored.secret, id)).toBe(secret);
    expect(unseal(sealingKeys, 'webhook-secret', stored.secret, 'we_another')).toBeUndefined();
  });

  test('begins behind what was recorded before, has a heartbeat, and the events after it are listened to', async () => {
    const { organizationId, of } = webhooks;
    await commitOnce(service.runtime, organizationId);
    const { id } = await registered(service, webhooks);
    expect(await storedCursor(service, webhooks, id)).toEqual({
      organizationId,
      endpointId: id,
      offeredTo: (await headOf(service.runtime, organizationId)).sequence,
      consecutiveFailures: 0,
      failedFirstAttempts: 0,
      deadDeliveries: 0,
      countedFrom: service.clock.now,
    });
    expect(await heartbeat(id)).toMatchObject({ dueAt: service.clock.now + TEN_MINUTES_MS, attempts: 0 });
    await commitOnce(service.runtime, organizationId);
    expect(await readFeed(service, of)).toHaveLength(2);
    const events = (await storedItems(service, 'event')).filter((event) => event.organizationId === organizationId);
    expect(events.map(({ listened }) => listened ?? false)).toEqual([false, true]);
  });

  test('is audited under the member', async () => {
    const { id } = await registered(service, webhooks);
    const actorUserId = webhooks.operator.userId;
    const audited = { action: 'webhook_endpoint.register', outcome: 'succeeded', resourceId: id, actorUserId };
    expect(await auditRows(service, webhooks)).toMatchObject([audited]);
  });

  test('is registered once for an idempotency key, and the secret shown again', async () => {
    const { path, operator } = webhooks;
    const options = { idempotencyKey: randomUUID() };
    const first = await service.post(path, operator, { url: hookUrl }, options);
    const again = await service.post(path, operator, { url: hookUrl }, options);
    expect(again).toMatchObject({ status: 201, text: first.text, headers: { 'idempotency-replayed': 'true' } });
    expect(await listed(service, webhooks)).toHaveLength(1);
  });

  test('may have the URL of another one', async () => {
    const ids = [await registered(service, webhooks), await registered(service, webhooks)].map(({ id }) => id);
    expect((await listed(service, webhooks)).map(({ id }) => id).sort()).toEqual(ids.sort());
  });
});

describe('a registration is refused', () => {
  test.each<[string, object, string[]]>([
    ['without a URL', { url: undefined }, ['url: required']],
    ['by a URL that is none', { url: 'example.com' }, ['url: invalid_format']],
    ['by a URL of another protocol', { url: 'ftp://example.com' }, ['url: invalid_format']],
    ['by a URL with a line break', { url: 'https://exa\nmple.com' }, ['url: invalid_format']],
    ['by a URL with a name not in punycode', { url: 'https://exämple.com' }, ['url: invalid_format']],
    ['by a URL beyond 2,048 characters', { url: `https://example.com/${'x'.repeat(2_048)}` }, ['url: too_big']],
    ['by an unknown type', { events: ['payout.completed', 'payout.lost'] }, ['events[1]: invalid_value']],
    ['by the type that cannot be named', { events: ['webhook_endpoint.disabled'] }, ['events[0]: invalid_value']],
    ['by a type that is named twice', { events: ['payout.failed', 'payout.failed'] }, ['events[1]: custom']],
    ['by a long description', { description: 'x'.repeat(141) }, ['description: too_big']],
    ['by a field that nobody knows', { secret: 'whsec_mine' }, ['secret: unrecognized_key']],
  ])('%s', async (_what, body, faults) => {
    expect(faultsOf(await register(service, webhooks, body))).toEqual(faults);
    expect(await listed(service, webhooks)).toEqual([]);
  });

  test('never for naming every type once that can be named', async () => {
    expect(await registered(service, webhooks, { events: subscribableTypes })).toMatchObject({
      events: subscribableTypes,
    });
  });

  test('by an address that the sender would not call', async () => {
    const webhookSender = { ...service.runtime.webhooks, faultOf: () => 'is not public' };
    const strict = await TestService.start({ webhooks: webhookSender }, service.runtime.store);
    strict.clock.now = service.clock.now;
    const answer = await register(strict, webhooks);
    expect(faultsOf(answer)).toEqual(['url: invalid_url']);
    expect(answer.body.detail).toBe('url: is not public');
  });

  test.each([
    ['/a/../b', '/b'],
    ['/a/./b', '/a/b'],
    ['/a/%2E%2e/b', '/b'],
    ['/a/b/..', '/a/'],
    ['/hooks?', '/hooks'],
    ['/a/../b?', '/b'],
    ['/{tenant}', '/%7Btenant%7D'],
    ['/hooks?name="x"', '/hooks?name=%22x%22'],
    ["/hooks?name='x'", '/hooks?name=%27x%27'],
    ['/<a>', '/%3Ca%3E'],
  ])('by an address that would be called otherwise than it is shown: %s', async (written, called) => {
    const answer = await register(service, webhooks, { url: `https://hooks.example.com${written}` });
    expect(faultsOf(answer)).toEqual(['url: invalid_url']);
    expect(answer.body.detail).toBe(`url: must be written as it would be called: https://hooks.example.com${called}`);
  });

  test.each([
    ['https://8.8.8.010/', 'https://8.8.8.8/'],
    ['https://0x08080808/', 'https://8.8.8.8/'],
    ['https://%68ooks.example.com/', 'https://hooks.example.com/'],
    ['https://[2606:4700:4700:0::1111]/', 'https://[2606:4700:4700::1111]/'],
    ['https://hooks.example.com:/', 'https://hooks.example.com/'],
  ])('by a host that would be called otherwise than it is shown: %s', async (url, called) => {
    const answer = await register(service, webhooks, { url });
    expect(answer.body.detail).toBe(`url: must be written as it would be called: ${called}`);
  });

  test.each([
    'https://hooks.example.com',
    'https://Hooks.Example.COM/Path',
    'https://hooks.example.com:443/a%2fb/c..d/.well-known/?q=%zz&r=a+b~[1]|^`{}',
    'https://hooks.example.com?tenant=7',
    'https://8.8.8.8/',
    'https://hooks.example.com//a//b/',
  ])('never for one that is called as it is shown: %s', async (url) => {
    expect(await registered(service, webhooks, { url })).toMatchObject({ url });
  });

  test('when the organization is suspended meanwhile', async () => {
    const { runtime } = service;
    const process = service.process(beforeFirst('TransactWrite', () => suspend(runtime, webhooks.organizationId)));
    expectError(await register(process, webhooks), 'ACCOUNT_BLOCKED');
  });

  test('beyond fifty endpoints, also when two are registered at once', async () => {
    for (let count = 0; count < 49; count += 1) bodyOf(await register(service, webhooks), 201);
    const answers = await Promise.all([register(service, webhooks), register(service, webhooks)]);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(1);
    for (const answer of refused) expectError(answer, 'BAD_REQUEST');
    const all = await listed(service, webhooks);
    expect(all).toHaveLength(50);
    bodyOf(await remove(service, webhooks, all[0].id));
    bodyOf(await register(service, webhooks), 201);
  });
});

describe('an endpoint that is removed', () => {
  test(
    'is answered as it was, and is gone with its cursor and its due row',
    quotes({
      'Endpoints > Webhook management (dashboard session only; an API key cannot call these)':
        '`DELETE …/{id}` | remove',
    }),
    async () => {
      const { secret: _secret, ...endpoint } = await registered(service, webhooks);
      expect(bodyOf(await remove(service, webhooks, endpoint.id))).toEqual(endpoint);
      expect(await listed(service, webhooks)).toEqual([]);
      expect(await storedCursor(service, webhooks, endpoint.id)).toBeUndefined();
      expect(await heartbeat(endpoint.id)).toBeUndefined();
      expectError(await remove(service, webhooks, endpoint.id), 'NOT_FOUND');
    },
  );

  test('goes also while it is paused, and the organization no longer listens', async () => {
    const { id } = await registered(service, webhooks);
    bodyOf(await enable(service, webhooks, id, false));
    bodyOf(await remove(service, webhooks, id));
    const { organizationId } = webhooks;
    await commitOnce(service.runtime, organizationId);
    const [event] = (await storedItems(service, 'event')).filter((row) => row.organizationId === organizationId);
    expect(event?.listened).toBeUndefined();
  });

  test('goes once, however many remove it at once', async () => {
    const [one, other] = [await registered(service, webhooks), await registered(service, webhooks)];
    const answers = await Promise.all(Array.from({ length: 3 }, () => remove(service, webhooks, one.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect((await listed(service, webhooks)).map(({ id }: Body) => id)).toEqual([other.id]);
  });
});

describe('endpoints', () => {
  test(
    'are listed newest first to keys that may read and to every member',
    quotes({
      'Endpoints > List webhook endpoints': [
        '`GET /organizations/{organizationId}/webhook-endpoints`.',
        'API key allowed.',
        '200: registered endpoints',
        'the signing secret is never returned.',
      ],
    }),
    async () => {
      const { path, organizationId } = webhooks;
      const first = await registered(service, webhooks);
      service.clock.advance(1);
      const second = await registered(service, webhooks);
      const reader = await service.key(organizationId, { scopes: ['read'] });
      const viewer = await service.member(organizationId, 'viewer');
      for (const caller of [reader, viewer]) {
        const { data } = bodyOf(await service.get(path, caller));
        expect(data.map(({ id }: Body) => id)).toEqual([second.id, first.id]);
        expect(JSON.stringify(data)).not.toContain('whsec_');
      }
    },
  );

  test('are managed by sessions alone, and not by viewers', async () => {
    const { of, organizationId } = webhooks;
    const { id } = await registered(service, webhooks);
    const viewer = await service.member(organizationId, 'viewer');
    for (const [caller, type] of [
      [of, 'UNAUTHORIZED'],
      [viewer, 'FORBIDDEN'],
    ] as const) {
      const as = { ...webhooks, operator: caller as typeof viewer };
      expectError(await register(service, as), type);
      expectError(await remove(service, as, id), type);
      expectError(await enable(service, as, id, false), type);
      expectError(await rotate(service, as, id), type);
    }
  });

  test('of another organization are not to be seen or touched', async () => {
    const other = await organizationOfWebhooks(service);
    const { id } = await registered(service, other);
    expectError(await service.get(other.path, webhooks.operator), 'FORBIDDEN');
    expectError(await remove(service, webhooks, id), 'NOT_FOUND');
    expectError(await enable(service, webhooks, id, false), 'NOT_FOUND');
    expectError(await rotate(service, webhooks, id), 'NOT_FOUND');
    expect(await listed(service, other)).toHaveLength(1);
  });

  test(
    'cannot be used while the feature is off, also when it is switched off meanwhile',
    quotes({ 'Endpoints > List webhook endpoints': '403 `DEVELOPER_FEATURE_DISABLED`' }),
    async () => {
      const { id } = await registered(service, webhooks);
      const off = () => switchOffDeveloper(service, webhooks.organizationId);
      const process = service.process(beforeFirst('TransactWrite', off));
      expectError(await register(process, webhooks), 'DEVELOPER_FEATURE_DISABLED');
      const answers = [
        await service.get(webhooks.path, webhooks.of),
        await service.get(webhooks.path, webhooks.operator),
        await register(service, webhooks),
        await remove(service, webhooks, id),
        await enable(service, webhooks, id, false),
        await rotate(service, webhooks, id),
      ];
      for (const answer of answers) expectError(answer, 'DEVELOPER_FEATURE_DISABLED');
    },
  );
});
