import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { pathOf, type TestOrganization } from '../support/journey.ts';
import { newKeyPair } from '../support/public-keys.ts';
import { quotedByName } from '../support/quotes.ts';
import { signatureOf, type Unsigned } from '../support/signing.ts';
import { canonicalText, funding, prefix, sendSigned, sendWith, signedHeaders } from './authentication-support.ts';
import { availableOf, callerOf, send, useService } from './support.ts';

const windowMs = 5 * 60_000;
const stage = useService();
let of: TestOrganization;

beforeEach(async () => {
  of = await stage.http.service.organization();
});

const request = (changes: Partial<Unsigned> = {}) => funding(stage.http, of, changes);
const headersOf = (signed: Unsigned) => signedHeaders(signed, of.privateKey);
const available = () => availableOf(callerOf(stage.http, of));
const accepted = { status: 201 };
const refused = (type: string) => ({ status: 401, body: { type } });
const invalid = refused('SIGNATURE_INVALID');

/** Sends a request with the signature of another. */
const sendSigning = (signed: Unsigned, one: Unsigned) =>
  sendWith(stage.http, one, signedHeaders(one, of.privateKey, signatureOf(canonicalText(signed), of.privateKey)));

describe('Authentication > Direct flow', quotedByName, () => {
  test('Rules: sign the exact bytes sent', async () => {
    const one = request({ body: '{ "amount" : "5.00" }' });
    expect(await sendSigning({ ...one, body: '{"amount":"5.00"}' }, one)).toMatchObject(invalid);
    expect(await sendSigning(one, one)).toMatchObject(accepted);
  });

  test('sign the full path (a path beginning `/payments/...` without the `/business/api/v1` prefix does not match)', async () => {
    const one = request();
    const target = one.target.slice(prefix.length);
    expect(target).toMatch(/^\/payments\//);
    expect(await sendSigning({ ...one, target }, one)).toMatchObject(invalid);
    expect(await sendSigning(one, one)).toMatchObject(accepted);
  });

  test('send the same timestamp and nonce that were signed.', async () => {
    const one = request();
    for (const signed of [
      { ...one, timestamp: String(Number(one.timestamp) - 1) },
      { ...one, nonce: randomUUID() },
    ]) {
      expect(await sendSigning(signed, one)).toMatchObject(invalid);
    }
    expect(await sendSigning(one, one)).toMatchObject(accepted);
  });

  test('All mismatches answer `SIGNATURE_INVALID` (one answer for several causes).', async () => {
    const one = request();
    const answers = [
      await sendSigning({ ...one, keyId: 'akid_test_other' }, one),
      await sendSigning({ ...one, method: 'PUT' }, one),
      await sendSigning({ ...one, target: `${prefix}${pathOf(of)}/balance` }, one),
      await sendSigning({ ...one, body: '{}' }, one),
      await sendSigning({ ...one, idempotencyKey: '' }, one),
      await sendSigning({ ...one, timestamp: '0' }, one),
      await sendSigning({ ...one, nonce: '0' }, one),
      await sendSigned(stage.http, one, { ...of, privateKey: newKeyPair().privateKey }),
    ];
    const bodies = answers.map(({ status, body: { requestId: _, ...body } }) => ({ ...body, answered: status }));
    expect(bodies[0]).toMatchObject({ answered: 401, type: 'SIGNATURE_INVALID' });
    for (const body of bodies) expect(body).toEqual(bodies[0]);
    expect(await available()).toBe('0.00');
  });

  test("The timestamp must be within 5 minutes of the server's clock.", async () => {
    const now = Math.floor(stage.http.service.clock.now / 1000);
    for (const side of [-1, 1]) {
      const at = (seconds: number) => request({ timestamp: String(now + side * seconds) });
      expect(await sendSigned(stage.http, at(windowMs / 1000), of)).toMatchObject(accepted);
      const beyond = await sendSigned(stage.http, at(windowMs / 1000 + 1), of);
      expect(beyond).toMatchObject(refused('SIGNATURE_TIMESTAMP_SKEW'));
    }
    expect(await available()).toBe('10.00');
  });

  test('Each nonce may be used once; an identical repeat answers `SIGNATURE_REPLAYED` and does not execute.', async () => {
    const one = request({ idempotencyKey: '' });
    const headers = headersOf(one);
    expect(await sendWith(stage.http, one, headers)).toMatchObject(accepted);
    expect(await sendWith(stage.http, one, headers)).toMatchObject(refused('SIGNATURE_REPLAYED'));
    // Another request may not use it either.
    const other = request({ idempotencyKey: '', body: '{"amount":"7.00"}', nonce: one.nonce });
    expect(await sendSigned(stage.http, other, of)).toMatchObject(refused('SIGNATURE_REPLAYED'));
    expect(await available()).toBe('5.00');
  });

  test('`Idempotency-Key` is signed but is not a replay defence.', async () => {
    const one = request();
    const first = await sendWith(stage.http, one, headersOf(one));
    expect(first).toMatchObject(accepted);
    // The signature is refused although the idempotency key has an answer to replay.
    expect(await sendWith(stage.http, one, headersOf(one))).toMatchObject(refused('SIGNATURE_REPLAYED'));
    const replay = await sendSigned(stage.http, { ...one, nonce: randomUUID() }, of);
    expect([replay.status, replay.text]).toEqual([first.status, first.text]);
    expect(await sendSigning({ ...one, idempotencyKey: 'another' }, one)).toMatchObject(invalid);
    expect(await available()).toBe('5.00');
  });
});

describe('Authentication > Authentication errors', quotedByName, () => {
  test('`UNAUTHORIZED` | 401; key missing, invalid or revoked, or used on a route that does not accept keys', async () => {
    const one = request();
    const { 'x-api-key': _missing, ...withoutKey } = headersOf(one);
    const revoked = await stage.http.service.key(of.organizationId);
    const owner = await stage.http.service.member(of.organizationId, 'owner');
    await stage.http.dashboard(of.organizationId, owner).revokeApiKey({ id: revoked.key.id });
    const members = `/organizations/${of.organizationId}/members`;
    const answers = [
      await sendWith(stage.http, one, withoutKey),
      await sendWith(stage.http, one, { ...headersOf(one), 'x-api-key': 'invalid' }),
      await sendWith(stage.http, one, { ...headersOf(one), 'x-api-key': 'akid_test_unknown' }),
      await sendSigned(stage.http, request({ keyId: revoked.key.id }), { ...of, ...revoked }),
      await send(stage.http, of, 'GET', members),
    ];
    for (const answer of answers) expect(answer).toMatchObject(refused('UNAUTHORIZED'));
    expect(await available()).toBe('0.00');
    expect(await sendSigned(stage.http, one, of)).toMatchObject(accepted);
  });
});
