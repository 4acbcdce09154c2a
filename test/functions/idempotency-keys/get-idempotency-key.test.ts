import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { exists } from '../../../shared/ground/table/conditions.ts';
import { updateOf } from '../../../shared/ground/table/update-expression.ts';
import { timestamp } from '../../../shared/ground/time/clock.ts';
import { recordRef } from '../../../shared/journal/idempotency/claim.ts';
import { type IdempotencyRecord, lockMs, responseRetentionMs } from '../../../shared/journal/idempotency/record.ts';
import { createCallRecorder, sequentialCalls } from '../../proofs/bench/store/record-calls.ts';
import { guarded } from '../../shared/approvals/support.ts';
import { setControls } from '../../shared/journal/commit/support.ts';
import { TopUpScene } from '../../shared/journal/intents/support.ts';
import { expectError } from '../../support/answers.ts';
import { crashAt } from '../../support/crash.ts';
import { bodyOf, pathOf, type TestOrganization } from '../../support/journey.ts';
import { refusedParameter } from '../../support/pages.ts';
import { type Answer, TestService, type TestSession } from '../../support/service.ts';
import { invite, organizationOfMembers } from '../members/support.ts';

let service: TestService;
let organization: TestOrganization;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
  organization = await service.organization();
});

function look(key: string, of: TestOrganization = organization, from = service): Promise<Answer> {
  return from.get(`${pathOf(of)}/idempotency-keys?key=${encodeURIComponent(key)}`, of);
}

function fund(idempotencyKey: string, amount = '5.00', through = service): Promise<Answer> {
  return through.post(`${pathOf(organization)}/sandbox/fund`, organization, { amount }, { idempotencyKey });
}

const newKey = () => `key-${randomUUID()}`;

describe('a key under which something was done', () => {
  test('tells what, in which request, how it was answered, and until when it is answered again', async () => {
    const key = newKey();
    const answer = await fund(key);
    const { depositId } = bodyOf(answer, 201);
    const at = service.clock.now;
    service.clock.advance(5_000);
    const known = {
      key,
      requestId: answer.headers['x-request-id'],
      createdAt: timestamp(at),
      completedAt: timestamp(at),
      replayedUntil: timestamp(at + responseRetentionMs),
      httpStatus: 201,
      action: 'sandbox.fund',
      resource: { kind: 'deposit', id: depositId },
    };
    expect(bodyOf(await look(key))).toEqual({ ...known, state: 'completed' });

    // A replay has an id of its own, and changes nothing here.
    expect((await fund(key)).headers['idempotency-replayed']).toBe('true');
    expect(bodyOf(await look(key))).toEqual({ ...known, state: 'completed' });

    service.clock.now = at + responseRetentionMs - 1;
    expect(bodyOf(await look(key)).state).toBe('completed');
    expect((await fund(key)).headers['idempotency-replayed']).toBe('true');
    service.clock.now = at + responseRetentionMs;
    expect(bodyOf(await look(key))).toEqual({ ...known, state: 'expired' });
    expectError(await fund(key), 'IDEMPOTENCY_KEY_CONFLICT');
  });

  test('names what the call made: an approval where a payout has to be approved', async () => {
    const { of, recipient } = await guarded(service);
    const [{ destinationAccountId }] = recipient.methods;
    const pay = async (amount: string) => {
      const key = newKey();
      const answer = await service.post(
        `${pathOf(of)}/payouts`,
        of,
        { amount, destinationAccountId },
        { idempotencyKey: key },
      );
      const { httpStatus, action, resource } = bodyOf(await look(key, of));
      return { made: answer.body, httpStatus, action, resource };
    };
    const small = await pay('10.00');
    expect(small).toMatchObject({ httpStatus: 200, action: 'payout.create' });
    expect(small.resource).toEqual({ kind: 'payout', id: small.made.payoutId });
    const large = await pay('100.00');
    expect(large).toMatchObject({ httpStatus: 202, action: 'payout.create' });
    expect(large.resource).toEqual({ kind: 'approval', id: large.made.approvalId });
  });

  test('is read in three calls of the table in a row', async () => {
    const key = newKey();
    await fund(key);
    const { intercept, take } = createCallRecorder();
    const timed = service.process((call, send) => intercept(call, () => sleep(10).then(send)));
    expect(bodyOf(await look(key, organization, timed))).toMatchObject({ action: 'sandbox.fund' });
    expect(sequentialCalls(take())).toBe(3);
  });

  test('tells the same where an earlier release has left to the audit row what was done', async () => {
    const key = newKey();
    await fund(key);
    const known = bodyOf(await look(key));
    expect(known).toMatchObject({ action: 'sandbox.fund', resource: { kind: 'deposit' } });
    const { organizationId } = organization;
    const earlier = updateOf<IdempotencyRecord>({ remove: ['did'] }, exists('did'));
    await service.runtime.store.update(recordRef({ organizationId, key }), earlier);
    expect(bodyOf(await look(key))).toEqual(known);
  });

  test('is read with a read-only key, and by every member', async () => {
    const key = newKey();
    await fund(key);
    const reader = await service.key(organization.organizationId, { scopes: ['read'] });
    const viewer = await service.member(organization.organizationId, 'viewer');
    for (const caller of [reader, viewer]) {
      const answer = await service.get(`${pathOf(organization)}/idempotency-keys?key=${key}`, caller);
      expect(bodyOf(answer)).toMatchObject({ key, state: 'completed' });
    }
  });

  test('never shows the answer: a secret stays with who asked for it', async () => {
    await setControls(service.runtime, organization.organizationId, { features: ['developer'] });
    const owner = await service.member(organization.organizationId, 'owner');
    const key = newKey();
    const endpoints = `/organizations/${organization.organizationId}/webhook-endpoints`;
    const body = { url: 'https://example.com/hooks' };
    const registered = bodyOf(await service.post(endpoints, owner, body, { idempotencyKey: key }), 201);
    const answer = await look(key);
    expect(answer.text).not.toContain(registered.secret);
    expect(answer.text).not.toContain('whsec_');
    expect(bodyOf(answer)).toMatchObject({
      action: 'webhook_endpoint.register',
      resource: { kind: 'webhook_endpoint', id: registered.id },
    });
    expect(Object.keys(answer.body).sort()).toEqual(
      [
        'key',
        'state',
        'requestId',
        'createdAt',
        'completedAt',
        'replayedUntil',
        'httpStatus',
        'action',
        'resource',
      ].sort(),
    );
  });
});

describe('a key whose request has no answer', () => {
  /** The fund request of a process that is killed before its commit. */
  async function dies(key: string): Promise<void> {
    const { intercept, crashed } = crashAt({ call: 1, moment: 'before' });
    const killed = service.process((call, send) => (call.name === 'TransactWrite' ? intercept(call, send) : send()));
    expect(await Promise.race([fund(key, '5.00', killed), crashed])).toBe('crashed');
  }

  test('is in progress until its lock has run out, and abandoned then: the same request is executed', async () => {
    const key = newKey();
    const at = service.clock.now;
    await dies(key);
    const waiting = { key, requestId: expect.stringMatching(/^req_/), createdAt: timestamp(at) };
    expect(bodyOf(await look(key))).toEqual({ ...waiting, state: 'in_progress' });
    service.clock.advance(lockMs - 1);
    expect(bodyOf(await look(key)).state).toBe('in_progress');
    expectError(await fund(key), 'IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS');
    service.clock.advance(1);
    expect(bodyOf(await look(key))).toEqual({ ...waiting, state: 'abandoned' });

    const answer = await fund(key);
    expect(answer.headers['idempotency-replayed']).toBeUndefined();
    expect(bodyOf(await look(key))).toMatchObject({ state: 'completed', requestId: answer.headers['x-request-id'] });
  });

  test('is unknown while nobody can tell whether its commit took effect, and abandoned when it cannot any more', async () => {
    const key = newKey();
    const mute = service.process(async ({ name }, send) => {
      if (name === 'TransactWrite' || name === 'Delete') throw new Error('no answer');
      return send();
    });
    expectError(await fund(key, '5.00', mute), 'PAYOUT_OUTCOME_UNKNOWN', { status: 500 });
    expect(bodyOf(await look(key)).state).toBe('outcome_unknown');
    expectError(await fund(key), 'PAYOUT_OUTCOME_UNKNOWN', { status: 409 });
    service.clock.advance(lockMs);
    expect(bodyOf(await look(key)).state).toBe('abandoned');
    expect((await fund(key)).status).toBe(201);
  });

  test('is unknown while a processor has not said what it did, however long', async () => {
    const scene = await TopUpScene.start();
    const state = async () => bodyOf(await look('key', scene.organization, scene.service));
    const { processor } = scene;
    processor.onTheWay = (async () => {
      throw new Error('no answer');
    }) as typeof processor.onTheWay;
    const unknown = await scene.topUp();
    expect(await state()).toMatchObject({ state: 'in_progress', requestId: unknown.body.requestId });
    scene.service.clock.advance(lockMs + 1_000);
    expect(await state()).toEqual({
      key: 'key',
      state: 'outcome_unknown',
      requestId: unknown.body.requestId,
      createdAt: expect.any(String),
    });
    expectError(await scene.topUp(), 'PAYOUT_OUTCOME_UNKNOWN', { status: 409 });

    processor.onTheWay = (go) => go();
    await scene.resumeAfter(60 * 60 * 1000);
    const { depositId } = bodyOf(await scene.topUp(), 201);
    expect(await state()).toMatchObject({
      state: 'completed',
      requestId: unknown.body.requestId,
      httpStatus: 201,
      resource: { kind: 'deposit', id: depositId },
    });
  });
});

describe('a key under which nothing was done is not found', () => {
  test('nobody has used it', async () => {
    expectError(await look(newKey()), 'NOT_FOUND');
  });

  test('its request was refused, which has freed it', async () => {
    const key = newKey();
    expectError(await fund(key, '0'), 'BAD_REQUEST');
    expectError(await look(key), 'NOT_FOUND');
    expect((await fund(key)).status).toBe(201);
    expect(bodyOf(await look(key)).state).toBe('completed');
  });

  test('another organization has used it', async () => {
    const key = newKey();
    await fund(key);
    const other = await service.organization();
    const theirs = await look(key, other);
    const none = await look(newKey(), other);
    expectError(theirs, 'NOT_FOUND');
    expect({ ...theirs.body, requestId: '' }).toEqual({ ...none.body, requestId: '' });
  });

  test('a person has used it to join: it is theirs, not the organization’s', async () => {
    const members = await organizationOfMembers(service);
    const { token } = bodyOf(await invite(service, members), 201);
    const person: TestSession = await service.person();
    const key = newKey();
    bodyOf(await service.post(`${members.path}/join`, person, { token }, { idempotencyKey: key }), 201);
    for (const caller of [members.owner, person]) {
      const answer = await service.get(`${pathOf(members.organization)}/idempotency-keys?key=${key}`, caller);
      expectError(answer, 'NOT_FOUND');
    }
  });
});

describe('what is no idempotency key is refused, as it is in the header', () => {
  test.each(['', ' ', 'a b', 'a/b', 'ä', 'a\n', 'operator/adjust-1', 'x'.repeat(256)])('%j', async (key) => {
    expect(await look(key)).toMatchObject(refusedParameter('key'));
  });

  test('none, two, and another parameter', async () => {
    const get = (query: string) => service.get(`${pathOf(organization)}/idempotency-keys${query}`, organization);
    expect(await get('')).toMatchObject(refusedParameter('key'));
    expect(await get('?key=a&key=a')).toMatchObject(refusedParameter('key'));
    expect(await get('?key=a&status=200')).toMatchObject(refusedParameter('status'));
  });

  test('the longest that the header takes is taken', async () => {
    const key = `${'Az09_.:-'.repeat(31)}1234567`;
    expect(key).toHaveLength(255);
    expect((await fund(key)).status).toBe(201);
    expect(bodyOf(await look(key))).toMatchObject({ key, state: 'completed' });
  });
});
