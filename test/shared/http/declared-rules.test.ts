import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  type AnyEndpoint,
  defineEndpoint,
  type IdempotencyRule,
  type VerificationRule,
} from '../../../shared/contract/endpoint.ts';
import { errorsOf } from '../../../shared/contract/errors-of.ts';
import { reply } from '../../../shared/contract/reply.ts';
import { commitWithoutHead } from '../../../shared/journal/commit/commit-without-head.ts';
import { openApiDocument } from '../../../shared/openapi/document.ts';
import { resolvedParameters } from '../../../shared/openapi/parameters.ts';
import { expectError } from '../../support/answers.ts';
import { TestService, type TestSession } from '../../support/service.ts';

/** An endpoint that only this test has, and that does nothing but answer. */
function declared(
  name: string,
  rules: { verification?: VerificationRule; idempotency?: IdempotencyRule },
): AnyEndpoint {
  return defineEndpoint({
    operation: name,
    summary: name,
    method: 'POST',
    path: `/test/{orgId}/${name}`,
    callers: ['key', 'session'],
    scope: 'write',
    permission: 'members.manage',
    rateClass: 'standard',
    idempotency: 'optional',
    audit: `test.${name}`,
    ...rules,
    body: z.strictObject({}),
    responses: { 200: { description: 'Done.', schema: z.strictObject({}) } },
    errors: [],
    tableAccess: 'write',
    handle: ({ runtime, execution }) => commitWithoutHead(runtime, [], { reply: reply(200, {}) }, execution),
  }) as AnyEndpoint;
}

const endpoints = [
  declared('ordinary', {}),
  declared('exempt', { verification: 'exempt' }),
  declared('all-callers', { verification: 'all-callers' }),
  declared('for-keys', { idempotency: 'required-for-keys' }),
];

let service: TestService;
let live: Awaited<ReturnType<TestService['organization']>>;
let sandbox: Awaited<ReturnType<TestService['organization']>>;
let owners: Record<'live' | 'sandbox', TestSession>;

beforeAll(async () => {
  service = await TestService.start({}, undefined, endpoints);
  [live, sandbox] = [await service.organization('live'), await service.organization()];
  owners = {
    live: await service.member(live.organizationId, 'owner'),
    sandbox: await service.member(sandbox.organizationId, 'owner'),
  };
});

const pathOf = (name: string, { organizationId } = live) => `/test/${organizationId}/${name}`;

describe('before the verification of a live organization', () => {
  test.each([
    ['ordinary', 'LIVE_KEY_ORG_NOT_APPROVED', 200],
    ['exempt', 200, 200],
    ['all-callers', 'LIVE_KEY_ORG_NOT_APPROVED', 'FORBIDDEN'],
  ] as const)('%s: an API key gets %s, a session %s', async (name, forKey, forSession) => {
    for (const [caller, expected] of [
      [live, forKey],
      [owners.live, forSession],
    ] as const) {
      const answer = await service.post(pathOf(name), caller, {});
      if (expected === 200) expect(answer.status, answer.text).toBe(200);
      else expectError(answer, expected, { status: 403 });
    }
  });

  test('a session is told that verification is what it lacks', async () => {
    const { body } = await service.post(pathOf('all-callers'), owners.live, {});
    expect(body.detail).toBe('business verification is not complete');
  });

  test('a sandbox needs none', async () => {
    for (const caller of [sandbox, owners.sandbox]) {
      expect((await service.post(pathOf('all-callers', sandbox), caller, {})).status).toBe(200);
    }
  });

  test('what is exempt does not declare the refusal', () => {
    const [ordinary, exempt] = endpoints as [AnyEndpoint, AnyEndpoint];
    expect(errorsOf(ordinary)).toContain('LIVE_KEY_ORG_NOT_APPROVED');
    expect(errorsOf(exempt)).not.toContain('LIVE_KEY_ORG_NOT_APPROVED');
  });
});

describe('an idempotency key that only API keys need', () => {
  const path = () => pathOf('for-keys', sandbox);

  test('is missed of an API key, and not of a session', async () => {
    const bare = (caller: typeof sandbox | TestSession) => service.call('POST', path(), caller, { body: {} });
    expectError(await bare(sandbox), 'IDEMPOTENCY_KEY_REQUIRED');
    expect((await bare(owners.sandbox)).status).toBe(200);
  });

  test('is honoured when a session sends one', async () => {
    const send = () => service.call('POST', path(), owners.sandbox, { body: {}, idempotencyKey: 'k1' });
    expect((await send()).headers).not.toHaveProperty('idempotency-replayed');
    expect((await send()).headers).toMatchObject({ 'idempotency-replayed': 'true' });
    const malformed = { body: {}, idempotencyKey: 'no spaces' };
    expectError(await service.call('POST', path(), owners.sandbox, malformed), 'IDEMPOTENCY_KEY_INVALID');
  });

  test('is described so, and its parameter only where somebody uses it', () => {
    const document = openApiDocument(endpoints.map((declaration) => ({ file: 'test/x.ts', declaration })));
    const operation = document.paths['/test/{orgId}/for-keys']?.post;
    const parameter =
      operation && resolvedParameters(document, operation).find(({ name }) => name === 'Idempotency-Key');
    expect(parameter).toMatchObject({
      required: false,
      description: expect.stringContaining('Required with an API key'),
    });
    expect(Object.keys(document.components.parameters)).toEqual([
      'orgId',
      'OptionalIdempotencyKey',
      'IdempotencyKeyOfKeys',
    ]);
  });
});
