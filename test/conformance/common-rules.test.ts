import { beforeEach, describe, expect, test } from 'vitest';
import { rateLimits } from '../../shared/contract/rate-classes.ts';
import { countRequest } from '../../shared/http/rate-limit.ts';
import { personCredential } from '../../shared/ports/sessions.ts';
import type { Answer } from '../support/hand-signed.ts';
import type { TestOrganization } from '../support/journey.ts';
import { quotedByName, quotes } from '../support/quotes.ts';
import type { TestSession } from '../support/service.ts';
import { anyEndpointId, callEach, endpoints } from './every-endpoint.ts';
import { callerOf, changeOrganization, newCaller, payeeOf, send, useService } from './support.ts';

const stage = useService({ rateLimitOverride: 0 });
let of: TestOrganization;

beforeEach(async () => {
  of = await stage.http.service.organization();
});

/** Every one of the answers must be this error. */
function expectAll(
  answers: Readonly<Record<string, Pick<Answer, 'status' | 'body'>>>,
  status: number,
  type: string,
): void {
  expect(Object.keys(answers).length).toBeGreaterThan(0);
  for (const [operation, answer] of Object.entries(answers)) {
    expect(answer, operation).toMatchObject({ status, body: { status, type } });
  }
}

/** Calls every endpoint that people may call, with the session of an owner. */
async function callAllAsOwner(known?: TestSession) {
  const { service } = stage.http;
  const owner = known ?? (await service.member(of.organizationId, 'owner'));
  const forPeople = anyEndpointId.filter(
    ({ callers, permission }) => callers.includes('session') && permission !== 'join',
  );
  const calls = forPeople.map(async ({ operation, method, path, findOrganization }) => {
    const id = findOrganization ? of.key.id : 'unknown';
    const target = path.replace('{orgId}', of.organizationId).replace(/\{\w+\}/g, id);
    const request = method === 'GET' ? {} : { body: {}, idempotencyKey: 'key' };
    return [operation, await service.call(method, target, owner, request)] as const;
  });
  return { owner, answers: Object.fromEntries(await Promise.all(calls)) };
}

const callAll = (credentials = of, organization = of) => callEach(stage.http, endpoints, organization, credentials);

/** Makes as many requests by a credential as a minute allows. */
async function useUp(credential: string): Promise<void> {
  const { runtime, clock } = stage.http.service;
  for (const rateClass of ['standard', 'high-volume', 'batch-submission'] as const) {
    for (let call = 0; call < rateLimits[rateClass]; call += 1) {
      await countRequest(runtime, { credential, rateClass, now: clock.now });
    }
  }
}

test('people are held to the same number of calls', quotes({ Endpoints: 'and 429.' }), async () => {
  const { owner, answers: first } = await callAllAsOwner();
  expect(Object.values(first).map(({ status }) => status)).not.toContain(429);
  await useUp(personCredential(owner.userId));
  const again = await callAllAsOwner(owner);
  expectAll(again.answers, 429, 'RATE_LIMITED');
  for (const { headers } of Object.values(again.answers)) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});

describe('Endpoints', quotedByName, () => {
  test('`KEY_EXPIRED`', async () => {
    const { organizationId } = of;
    const { clock } = stage.http.service;
    const key = await stage.http.service.key(organizationId, { expiresAt: clock.now + 1_000 });
    clock.advance(1_000);
    expectAll(await callAll({ organizationId, ...key }), 401, 'KEY_EXPIRED');
  });

  test('`KEY_IP_NOT_ALLOWED`', async () => {
    const { organizationId } = of;
    const key = await stage.http.service.key(organizationId, { allowedIps: ['203.0.113.7'] });
    expectAll(await callAll({ organizationId, ...key }), 401, 'KEY_IP_NOT_ALLOWED');
  });

  test('`ACCOUNT_BLOCKED`', async () => {
    await changeOrganization(stage.http, of, { status: 'suspended' });
    expectAll(await callAll(), 403, 'ACCOUNT_BLOCKED');
    expectAll((await callAllAsOwner()).answers, 403, 'ACCOUNT_BLOCKED');
  });

  test('and 429.', async () => {
    await useUp(of.key.id);
    const answers = await callAll();
    expectAll(answers, 429, 'RATE_LIMITED');
    for (const { headers } of Object.values(answers)) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('Every response carries `x-request-id`.', async () => {
    const answers = Object.values(await callAll());
    answers.push(await send(stage.http, of, 'GET', '/no-such-route'));
    answers.push(await send(stage.http, of, 'GET', '/openapi.json'));
    answers.push(await send(stage.http, of, 'GET', '/openapi.json', { headers: { 'x-api-key': '' } }));
    const ids = answers.map(({ headers }) => headers.get('x-request-id'));
    for (const id of ids) expect(id).toMatch(/^req_/);
    expect(new Set(ids).size).toBe(answers.length);
    const refused = answers.filter(({ status }) => status >= 400);
    expect(refused.length).toBeGreaterThan(0);
    for (const { body, headers } of refused) expect(body.requestId).toBe(headers.get('x-request-id'));
  });

  test('carries `x-request-id`.', async () => {
    const caller = await newCaller(stage.http);
    const payout = { amount: '1.00', destinationAccountId: await payeeOf(caller) };
    const replayed = { idempotencyKey: 'replayed' };
    const before = caller.exchanges.length;
    expect(await caller.sluice.createPayout(payout, replayed)).toEqual(
      await caller.sluice.createPayout(payout, replayed),
    );
    const challenged = callerOf(stage.http, caller.of, { signing: 'challenge' });
    await challenged.sluice.getBalance();
    const responses = [...caller.exchanges.slice(before), ...challenged.exchanges].map(({ response }) => response);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 202, 200]);
    expect(new Set(responses.map(({ headers }) => headers.get('x-request-id'))).size).toBe(4);
    expect(responses.map(({ headers }) => headers.get('x-request-id'))).not.toContain(null);
  });
});
