import { basename } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { discoverEndpoints } from '../functions/discover.ts';
import { type AnyEndpoint, fullPath } from '../shared/contract/endpoint.ts';
import { errorsOf } from '../shared/contract/errors-of.ts';
import { type ErrorType, errorCatalog } from '../shared/ground/errors/catalog.ts';
import { refTo } from '../shared/ground/table/expressions.ts';
import { ApiKeyEntity } from '../shared/identity/api-key.ts';
import { MemberEntity } from '../shared/identity/member.ts';
import { type Permission, permissions, type Role, roles } from '../shared/identity/roles.ts';
import { testIssuer } from './support/issuer.ts';
import type { TestOrganization } from './support/journey.ts';
import { addNote, discoveredNotePages, notePages } from './support/note-pages.ts';
import { quotes } from './support/quotes.ts';
import { type Answer, TestService, type TestSession } from './support/service.ts';

/** `served`: past the door, whatever the endpoint then thinks of the request. Else the refusal at the door. */
type Outcome = 'served' | ErrorType;

const keys = ['nobody', 'unknown', 'revoked', 'reader', 'writer', 'stranger', 'live'] as const;
type KeyCaller = (typeof keys)[number];

/** Persons by what they are to the organization; an outsider is a member of another one. */
const persons = [...roles, 'removed', 'outsider', 'expired'] as const;
type PersonCaller = (typeof persons)[number];

/** With the pages of tests: what holds for every page is proved where there is none yet. */
const discovered = [...(await discoverEndpoints()), ...discoveredNotePages];
const declared = discovered.map(({ declaration }) => declaration);
const pages = declared.flatMap(({ page, ...endpoint }) => (page ? [{ ...endpoint, page }] : []));
const byPage = pages.map((endpoint) => [endpoint.operation, endpoint] as const);
const endpoints = declared.filter(({ page }) => !page);
const byOperation = endpoints.map((endpoint) => [endpoint.operation, endpoint] as const);
const isWrite = ({ method }: AnyEndpoint) => method !== 'GET';

/** Who may call what, from the declaration alone (specification, Endpoints, common rules 1 and 2). */
function expectedOutcome(endpoint: AnyEndpoint, caller: KeyCaller): Outcome {
  if (endpoint.operation === 'routeNotFound') return 'ROUTE_NOT_FOUND';
  if (endpoint.callers.includes('public')) return 'served';
  if (!endpoint.callers.includes('key')) return 'UNAUTHORIZED';
  switch (caller) {
    case 'nobody':
    case 'unknown':
    case 'revoked':
      return 'UNAUTHORIZED';
    case 'stranger':
      return 'FORBIDDEN';
    case 'live':
      if (endpoint.sandboxOnly) return 'LIVE_MODE_UNSUPPORTED';
      return isWrite(endpoint) && endpoint.verification !== 'exempt' ? 'LIVE_KEY_ORG_NOT_APPROVED' : 'served';
    case 'reader':
      return endpoint.scope === 'read' ? 'served' : 'INSUFFICIENT_SCOPE';
    case 'writer':
      return endpoint.scope === 'read' || endpoint.scope === 'write' ? 'served' : 'INSUFFICIENT_SCOPE';
  }
}

/** The same for sessions: the table of roles, walked. */
function expectedForPerson(endpoint: AnyEndpoint, caller: PersonCaller): Outcome {
  if (endpoint.operation === 'routeNotFound') return 'ROUTE_NOT_FOUND';
  if (endpoint.callers.includes('public')) return 'served';
  if (!endpoint.callers.includes('session') || caller === 'expired') return 'UNAUTHORIZED';
  if (endpoint.permission === 'join') return 'served';
  if (caller === 'removed' || caller === 'outsider') return 'FORBIDDEN';
  return (permissions[endpoint.permission as Permission] as readonly Role[]).includes(caller) ? 'served' : 'FORBIDDEN';
}

let service: TestService;
let sandbox: TestOrganization;
let live: TestOrganization;
let who: Readonly<Record<Exclude<KeyCaller, 'nobody'>, TestOrganization>>;
let sessions: Readonly<Record<PersonCaller, TestSession>>;

beforeAll(async () => {
  service = await TestService.start({}, undefined, notePages);
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
  const removed = await service.member(sandbox.organizationId, 'owner');
  const key = { organizationId: sandbox.organizationId, userId: removed.userId };
  await service.runtime.store.remove(refTo(MemberEntity, key), {});
  const members = roles.map(async (role) => [role, await service.member(sandbox.organizationId, role)] as const);
  sessions = {
    ...(Object.fromEntries(await Promise.all(members)) as Record<Role, TestSession>),
    removed,
    outsider: await service.member(live.organizationId, 'owner'),
    expired: { userId: 'expired', token: await (await testIssuer()).issue('expired', '-1h') },
  };
});

/** A call that fits the endpoint's path; its body fits nothing, so that nobody changes anything. */
function call(endpoint: AnyEndpoint, caller: KeyCaller): Promise<Answer> {
  const { method } = endpoint;
  const callsAboutItself = caller === 'reader' || caller === 'writer' || caller === 'live';
  const target = targetOf(endpoint, callsAboutItself ? who[caller] : sandbox);
  if (caller !== 'nobody') return service.call(method, target, who[caller], bodyFor(endpoint));
  return service.send(method, `/business/api/v1${target}`, method === 'GET' ? '' : '{}', {});
}

/** A path that names no organization names a key of it. */
function targetOf({ path, findOrganization }: AnyEndpoint, { organizationId, key }: TestOrganization): string {
  const named = path.replace(/\{(orgId|organizationId)\}/, organizationId);
  return named.replace(/\{\w+\}/g, findOrganization ? key.id : 'unknown');
}

function bodyFor({ method }: AnyEndpoint) {
  return method === 'GET' ? {} : { body: {}, idempotencyKey: 'permissions' };
}

/** Errors that an endpoint itself answers to a call that it let in. */
const ofTheEndpoint: ReadonlySet<string> = new Set([
  'VALIDATION_ERROR',
  'NOT_FOUND',
  'BAD_REQUEST',
  'DEVELOPER_FEATURE_DISABLED',
  'MASS_PAYOUTS_DISABLED',
  'BATCH_NOT_FOUND',
]);

function outcomeOf({ status, body }: Answer): Outcome {
  return (status < 300 && status !== 202) || ofTheEndpoint.has(body.type) ? 'served' : body.type;
}

describe.each(byOperation)('%s', (_operation, endpoint) => {
  const toKeys = keys.map((caller) => [caller, expectedOutcome(endpoint, caller)] as const);
  const toPersons = persons.map((caller) => [caller, expectedForPerson(endpoint, caller)] as const);

  test.each(toKeys)(
    'to %s: %s',
    quotes({
      Endpoints: [
        'Authentication headers per Authentication. Any call can answer 401 (`UNAUTHORIZED`',
        '403 (`FORBIDDEN`',
        'Any write can answer 403 `LIVE_KEY_ORG_NOT_APPROVED` (live key before business verification)',
        'and `INSUFFICIENT_SCOPE` (read-only key or missing scope).',
      ],
      'Authentication > Authentication errors': 'or used on a route that does not accept keys',
      'Endpoints > Create a checkout link': '403 `FORBIDDEN` (foreign key',
    }),
    async (caller, outcome) => {
      expect(outcomeOf(await call(endpoint, caller))).toBe(outcome);
    },
  );

  test.each(toPersons)(
    'to the session of %s: %s',
    quotes({ Endpoints: ['Any call can answer 401 (`UNAUTHORIZED`', '403 (`FORBIDDEN`'] }),
    async (caller, outcome) => {
      const answer = await service.call(
        endpoint.method,
        targetOf(endpoint, sandbox),
        sessions[caller],
        bodyFor(endpoint),
      );
      expect(outcomeOf(answer)).toBe(outcome);
    },
  );

  test('challenges whoever names a key and does not sign', async () => {
    if (!endpoint.callers.includes('key')) return;
    const answer = await service.call(endpoint.method, targetOf(endpoint, sandbox), sandbox, { unsigned: true });
    expect(answer).toMatchObject({ status: 202, body: { type: 'SIGNATURE_CHALLENGE' } });
  });
});

describe.each(byPage)('the page %s', (_operation, endpoint) => {
  const open = (token: string, headers: Readonly<Record<string, string>>) =>
    service.send(endpoint.method, fullPath(endpoint).replace('{token}', token), '', headers);
  const forged = () => `${sandbox.organizationId}.${endpoint.page.opens.idPrefix}_1.${'0'.repeat(32)}`;

  test.each(keys.filter((caller) => caller !== 'nobody'))('is closed to %s without its token', async (caller) => {
    const { method } = endpoint;
    const target = fullPath(endpoint).replace('{token}', forged());
    const signed = service.sign(method, target, '', who[caller]);
    expect(await open(forged(), { 'x-api-key': who[caller].key.id, ...signed })).toMatchObject({ status: 404 });
  });

  test.each(persons)('is closed to the session of %s without its token', async (caller) => {
    const headers = { authorization: `Bearer ${sessions[caller].token}` };
    expect(await open(forged(), headers)).toMatchObject({ status: 404 });
  });

  test('says nothing of keys and sessions, and repeats nothing by an idempotency key', () => {
    expect(endpoint).toMatchObject({ callers: ['page'], idempotency: 'none' });
    for (const name of ['scope', 'permission', 'findOrganization', 'duplicateGuard', 'secretResponse', 'sandboxOnly']) {
      expect(endpoint).not.toHaveProperty(name);
    }
  });

  test('is not audited, and changes something by a form or by what it reads back', () => {
    expect(endpoint).not.toHaveProperty('audit');
    expect(endpoint.readsBack === undefined || !isWrite(endpoint)).toBe(true);
    expect(endpoint.tableAccess).toBe(isWrite(endpoint) || endpoint.readsBack ? 'write' : 'read');
    expect(endpoint.body === undefined || isWrite(endpoint)).toBe(true);
  });
});

test('whoever holds the token of a page opens it', async () => {
  const { path } = await addNote(service.runtime, sandbox);
  expect(await service.send('GET', path, '', {})).toMatchObject({ status: 200 });
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
    const routes = declared.map((endpoint) => `${endpoint.method} ${fullPath(endpoint).replace(/\{\w+\}/g, '{}')}`);
    expect(new Set(routes).size).toBe(routes.length);
    expect(new Set(declared.map(({ operation }) => operation)).size).toBe(declared.length);
  });

  test.each([...byOperation, ...byPage])(
    '%s lists its errors once each, by names of the catalog',
    (_operation, endpoint) => {
      expect(new Set(endpoint.errors).size).toBe(endpoint.errors.length);
      for (const type of endpoint.errors) expect(errorCatalog).toHaveProperty(type);
      expect(errorsOf(endpoint)).toEqual(expect.arrayContaining([...endpoint.errors, 'VALIDATION_ERROR', 'INTERNAL']));
    },
  );

  test.each(byOperation)('%s is audited, idempotent and scoped when it changes something', (_operation, endpoint) => {
    if (!isWrite(endpoint)) {
      expect(endpoint.idempotency).toBe('none');
      expect(endpoint.scope ?? 'read').toBe('read');
      expect(endpoint).not.toHaveProperty('audit');
      expect(endpoint).not.toHaveProperty('duplicateGuard');
      expect(endpoint.tableAccess).not.toBe('write');
      return;
    }
    expect(endpoint.audit).toMatch(/^[a-z_]+(\.[a-z_]+)+$/);
    expect(['required', 'required-for-keys', 'optional']).toContain(endpoint.idempotency);
    // What a key does to itself it may do whatever its scopes.
    if (endpoint.operation !== 'rotateApiKey') expect(endpoint.scope).not.toBe('read');
    expect(endpoint.permission).not.toBe('read');
    expect(endpoint.tableAccess).toBe('write');
    expect(endpoint.callers).not.toContain('public');
  });

  test('of a guarded route requires the idempotency key that its refusal names', () => {
    const guarded = endpoints.filter(({ duplicateGuard }) => duplicateGuard);
    expect(guarded.map(({ operation }) => operation)).toContain('acceptQuote');
    for (const { idempotency } of guarded) expect(idempotency).toBe('required');
  });

  test.each(byOperation)('%s says what keys and sessions need that may call', (_operation, endpoint) => {
    const { callers, scope, permission } = endpoint;
    expect(scope !== undefined).toBe(!callers.includes('session') || callers.includes('key'));
    expect(permission !== undefined).toBe(callers.includes('session'));
  });

  test('that an API key may call names its organization in the path, or finds it by what the path names', () => {
    for (const { operation, path, findOrganization } of endpoints.filter(({ callers }) => callers.includes('key'))) {
      expect(/\{(orgId|organizationId)\}/.test(path), operation).toBe(findOrganization === undefined);
    }
  });
});
