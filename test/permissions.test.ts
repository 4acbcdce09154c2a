import { basename } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { discoverEndpoints } from '../functions/discover.ts';
import { ApiKeyEntity } from '../shared/api-keys/api-key.ts';
import { type ErrorType, errorCatalog } from '../shared/errors/catalog.ts';
import type { AnyEndpoint } from '../shared/http/endpoint.ts';
import { errorsOf } from '../shared/http/errors-of.ts';
import type { TestOrganization } from './support/journey.ts';
import { type Answer, TestService } from './support/service.ts';

/** `served`: past the door, whatever the endpoint then thinks of the request. Else the refusal at the door. */
type Outcome = 'served' | ErrorType;

const callers = ['nobody', 'unknown', 'revoked', 'reader', 'writer', 'stranger', 'live'] as const;
type Caller = (typeof callers)[number];

const discovered = await discoverEndpoints();
const endpoints = discovered.map(({ declaration }) => declaration);
const byOperation = endpoints.map((endpoint) => [endpoint.operation, endpoint] as const);
const isWrite = ({ method }: AnyEndpoint) => method !== 'GET';

/** Who may call what, from the declaration alone (specification, Endpoints, common rules 1 and 2). */
function expectedOutcome(endpoint: AnyEndpoint, caller: Caller): Outcome {
  if (endpoint.operation === 'routeNotFound') return 'ROUTE_NOT_FOUND';
  if (endpoint.callers.includes('public')) return 'served';
  switch (caller) {
    case 'nobody':
    case 'unknown':
    case 'revoked':
      return 'UNAUTHORIZED';
    case 'stranger':
      return 'FORBIDDEN';
    case 'live':
      if (endpoint.sandboxOnly) return 'LIVE_MODE_UNSUPPORTED';
      return isWrite(endpoint) ? 'LIVE_KEY_ORG_NOT_APPROVED' : 'served';
    case 'reader':
      return endpoint.scope === 'read' ? 'served' : 'INSUFFICIENT_SCOPE';
    case 'writer':
      return ['read', 'write'].includes(endpoint.scope) ? 'served' : 'INSUFFICIENT_SCOPE';
  }
}

let service: TestService;
let sandbox: TestOrganization;
let live: TestOrganization;
let who: Readonly<Record<Exclude<Caller, 'nobody'>, TestOrganization>>;

beforeAll(async () => {
  service = await TestService.start();
  [sandbox, live] = [await service.organization(), await service.organization('live')];
  const of = async (scopes: readonly ('read' | 'write')[]) => ({
    organizationId: sandbox.organizationId,
    ...(await service.key(sandbox.organizationId, { scopes })),
  });
  const revoked = await of(['read', 'write']);
  await service.runtime.store.put(ApiKeyEntity, { ...revoked.key, revokedAt: service.clock.now });
  who = {
    unknown: { ...sandbox, key: { ...sandbox.key, id: 'akid_test_unknown' } },
    revoked,
    reader: await of(['read']),
    writer: await of(['read', 'write']),
    stranger: await service.organization(),
    live,
  };
});

/** A call that fits the endpoint's path; its body fits nothing, so that nobody changes anything. */
function call({ method, path }: AnyEndpoint, caller: Caller): Promise<Answer> {
  const { organizationId } = caller === 'live' ? live : sandbox;
  const target = path.replace(/\{(orgId|organizationId)\}/, organizationId).replace(/\{\w+\}/g, 'unknown');
  const body = method === 'GET' ? {} : { body: {}, idempotencyKey: 'permissions' };
  if (caller !== 'nobody') return service.call(method, target, who[caller], body);
  return service.send(method, `/business/api/v1${target}`, method === 'GET' ? '' : '{}', {});
}

/** Errors that an endpoint itself answers to a call that it let in. */
const ofTheEndpoint: ReadonlySet<string> = new Set(['VALIDATION_ERROR', 'NOT_FOUND', 'BAD_REQUEST']);

function outcomeOf({ status, body }: Answer): Outcome {
  return (status < 300 && status !== 202) || ofTheEndpoint.has(body.type) ? 'served' : body.type;
}

describe.each(byOperation)('%s', (_operation, endpoint) => {
  const outcomes = callers.map((caller) => [caller, expectedOutcome(endpoint, caller)] as const);

  test.each(outcomes)('to %s: %s', async (caller, outcome) => {
    expect(outcomeOf(await call(endpoint, caller))).toBe(outcome);
  });

  test('challenges whoever names a key and does not sign', async () => {
    if (endpoint.callers.includes('public')) return;
    const path = endpoint.path.replace(/\{(orgId|organizationId)\}/, sandbox.organizationId);
    const target = path.replace(/\{\w+\}/g, 'unknown');
    const answer = await service.call(endpoint.method, target, sandbox, { unsigned: true });
    expect(answer).toMatchObject({ status: 202, body: { type: 'SIGNATURE_CHALLENGE' } });
  });
});

describe('every declaration', () => {
  test.each(discovered.map(({ file, declaration }) => [file, declaration] as const))(
    '%s has the name of its file',
    (file, { operation }) => {
      const camelCase = basename(file, '.ts').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      expect(operation).toBe(camelCase);
    },
  );

  test('has a name and a route of its own', () => {
    const routes = endpoints.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
    expect(new Set(routes).size).toBe(routes.length);
    expect(new Set(endpoints.map(({ operation }) => operation)).size).toBe(endpoints.length);
  });

  test.each(byOperation)('%s lists its errors once each, by names of the catalog', (_operation, endpoint) => {
    expect(new Set(endpoint.errors).size).toBe(endpoint.errors.length);
    for (const type of endpoint.errors) expect(errorCatalog).toHaveProperty(type);
    expect(errorsOf(endpoint)).toEqual(expect.arrayContaining([...endpoint.errors, 'VALIDATION_ERROR', 'INTERNAL']));
  });

  test.each(byOperation)('%s is audited, idempotent and scoped when it changes something', (_operation, endpoint) => {
    if (!isWrite(endpoint)) {
      expect(endpoint).toMatchObject({ scope: 'read', idempotency: 'none' });
      expect(endpoint).not.toHaveProperty('audit');
      expect(endpoint).not.toHaveProperty('duplicateGuard');
      expect(endpoint.tableAccess).not.toBe('write');
      return;
    }
    expect(endpoint.audit).toMatch(/^[a-z_]+(\.[a-z_]+)+$/);
    expect(['required', 'optional']).toContain(endpoint.idempotency);
    expect(endpoint.scope).not.toBe('read');
    expect(endpoint.tableAccess).toBe('write');
    expect(endpoint.callers).not.toContain('public');
  });

  test('of a guarded route requires the idempotency key that its refusal names', () => {
    const guarded = endpoints.filter(({ duplicateGuard }) => duplicateGuard);
    expect(guarded.map(({ operation }) => operation)).toContain('acceptQuote');
    for (const { idempotency } of guarded) expect(idempotency).toBe('required');
  });

  test('that an API key may call names its organization in the path', () => {
    for (const { callers: who, path } of endpoints.filter(({ callers: of }) => of.includes('key'))) {
      expect(path, who.join()).toMatch(/\{(orgId|organizationId)\}/);
    }
  });
});
