import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { auditRows, expectError, faultsOf } from '../../support/answers.ts';
import { bodyOf } from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import { TestService } from '../../support/service.ts';
import {
  addDelivery,
  hookUrl,
  listed,
  organizationOfWebhooks,
  registered,
  switchOffDeveloper,
  switchOnDeveloper,
  type Webhooks,
} from './support.ts';

let service: TestService;
let webhooks: Webhooks;

beforeAll(async () => {
  service = await TestService.start();
});

beforeEach(async () => {
  service.clock.advance(60_000);
  webhooks = await organizationOfWebhooks(service);
});

const register = (body: object = { url: hookUrl }) => service.post(webhooks.sandboxPath, webhooks.of, body);

test(
  'a test key registers an endpoint, with its secret once, and people see it too',
  quotes({
    'Endpoints > Webhook management (dashboard session only; an API key cannot call these)':
      'A test key can register an endpoint',
  }),
  async () => {
    const { of, sandboxPath } = webhooks;
    const body = { url: hookUrl, events: ['deposit.completed'] };
    const options = { idempotencyKey: randomUUID() };
    const first = await service.post(sandboxPath, of, body, options);
    const { secret, ...endpoint } = bodyOf(first, 201);
    expect(secret).toMatch(/^whsec_/);
    expect(await service.post(sandboxPath, of, body, options)).toMatchObject({ status: 201, text: first.text });
    expect(bodyOf(await service.get(sandboxPath, of))).toEqual({ data: [endpoint] });
    expect(await listed(service, webhooks)).toEqual([endpoint]);
    const audited = { action: 'webhook_endpoint.register', apiKeyPrefix: of.key.prefix, resourceId: endpoint.id };
    expect(await auditRows(service, webhooks)).toMatchObject([audited]);
  },
);

test('the secret is shown again to the key that registered, and to no other of its organization', async () => {
  const { of, sandboxPath } = webhooks;
  const other = await service.key(of.organizationId);
  const options = { idempotencyKey: randomUUID() };
  const first = await service.post(sandboxPath, of, { url: hookUrl }, options);
  bodyOf(first, 201);
  expectError(await service.post(sandboxPath, other, { url: hookUrl }, options), 'IDEMPOTENCY_KEY_CONFLICT');
  expect(await service.post(sandboxPath, of, { url: hookUrl }, options)).toMatchObject({
    status: 201,
    text: first.text,
  });
});

test(
  'a test key reads the deliveries of every endpoint of its organization, and of no other',
  quotes({
    'Endpoints > Webhook management (dashboard session only; an API key cannot call these)':
      'and read its deliveries under `/payments/organizations/{orgId}/sandbox/webhook-endpoints`.',
  }),
  async () => {
    const { of, sandboxPath, path } = webhooks;
    const { id } = await registered(service, webhooks);
    await addDelivery(service, webhooks, id);
    const deliveries = bodyOf(await service.get(`${sandboxPath}/${id}/deliveries`, of));
    expect(deliveries).toMatchObject([{ status: 'failed' }]);
    expect(bodyOf(await service.get(`${path}/${id}/deliveries`, of))).toEqual(deliveries);
    const other = await organizationOfWebhooks(service);
    expectError(await service.get(`${other.sandboxPath}/${id}/deliveries`, other.of), 'NOT_FOUND');
    expectError(await service.get(`${sandboxPath}/${id}/deliveries`, other.of), 'FORBIDDEN');
  },
);

test('what is refused by session is refused here', async () => {
  expect(faultsOf(await register({ url: 'nowhere', events: ['webhook_endpoint.disabled'] }))).toEqual([
    'url: invalid_format',
    'events[0]: invalid_value',
  ]);
});

test('sessions, live keys and keys that may only read do not register here', async () => {
  const { operator, organizationId, sandboxPath } = webhooks;
  expectError(await service.post(sandboxPath, operator, { url: hookUrl }), 'UNAUTHORIZED');
  const reader = await service.key(organizationId, { scopes: ['read'] });
  expectError(await service.post(sandboxPath, reader, { url: hookUrl }), 'INSUFFICIENT_SCOPE');
  bodyOf(await service.get(sandboxPath, reader));
  const live = await service.organization('live');
  await switchOnDeveloper(service, live.organizationId);
  const path = `/payments/organizations/${live.organizationId}/sandbox/webhook-endpoints`;
  expectError(await service.get(path, live), 'LIVE_MODE_UNSUPPORTED');
  expectError(await service.post(path, live, { url: hookUrl }), 'LIVE_MODE_UNSUPPORTED');
});

test('while the feature is off all of them say so', async () => {
  const { id } = bodyOf(await register(), 201);
  const { of, organizationId, sandboxPath } = webhooks;
  await switchOffDeveloper(service, organizationId);
  expectError(await register(), 'DEVELOPER_FEATURE_DISABLED');
  expectError(await service.get(sandboxPath, of), 'DEVELOPER_FEATURE_DISABLED');
  expectError(await service.get(`${sandboxPath}/${id}/deliveries`, of), 'DEVELOPER_FEATURE_DISABLED');
});
