import { verify } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { pathOf, type TestOrganization } from '../support/journey.ts';
import { newKeyPair } from '../support/public-keys.ts';
import { quotedByName } from '../support/quotes.ts';
import { signatureOf, type Unsigned } from '../support/signing.ts';
import {
  answerChallenge,
  type Challenge,
  canonicalText,
  challengeOf,
  funding,
  prefix,
  sendWith,
} from './authentication-support.ts';
import { availableOf, callerOf, useService } from './support.ts';

const minuteMs = 60_000;
const stage = useService();
let of: TestOrganization;

beforeEach(async () => {
  of = await stage.http.service.organization();
});

const available = () => availableOf(callerOf(stage.http, of));
const answerTo = (request: Unsigned, challenge: Challenge, privateKey = of.privateKey) =>
  answerChallenge(stage.http, request, challenge, privateKey);

describe('Authentication > Challenge flow', quotedByName, () => {
  test('Send the request with `X-Api-Key` and no signature. The answer is 202 `{ type: SIGNATURE_CHALLENGE, requestId, payloadToSign }`.', async () => {
    const request = funding(stage.http, of);
    const { status, body } = await sendWith(stage.http, request, { 'x-api-key': of.key.id });
    expect(status).toBe(202);
    expect(body).toEqual({
      type: 'SIGNATURE_CHALLENGE',
      requestId: expect.any(String),
      payloadToSign: expect.any(String),
    });
    const nonce = body.payloadToSign.split('\n').at(-1);
    expect(body.payloadToSign).toBe(canonicalText({ ...request, nonce }));
  });

  test('Nothing ran; it is not an authenticated result.', async () => {
    const { sluice } = callerOf(stage.http, of);
    const request = funding(stage.http, of);
    await challengeOf(stage.http, request);
    expect(await available()).toBe('0.00');
    expect((await sluice.listEvents()).data).toEqual([]);
    expect((await sluice.listAuditEvents()).data).toEqual([]);
    // A caller without the private key does not even learn whether the resource exists.
    const read = { ...request, method: 'GET', idempotencyKey: '', body: '' };
    for (const target of ['/balance', '/orders/po_unknown']) {
      const { status, body } = await sendWith(
        stage.http,
        { ...read, target: prefix + pathOf(of) + target },
        { 'x-api-key': of.key.id },
      );
      expect([status, Object.keys(body)]).toEqual([202, ['type', 'requestId', 'payloadToSign']]);
    }
  });

  test('Sign `payloadToSign` (ECDSA P-256 over SHA-256, DER, base64).', async () => {
    const request = funding(stage.http, of);
    const challenge = await challengeOf(stage.http, request);
    const signature = signatureOf(challenge.payloadToSign, of.privateKey);
    const publicKey = { key: of.privateKey.export({ format: 'pem', type: 'pkcs8' }), dsaEncoding: 'der' as const };
    const bytes = Buffer.from(signature, 'base64');
    expect(verify('sha256', Buffer.from(challenge.payloadToSign), publicKey, bytes)).toBe(true);
    expect((await answerTo(request, challenge)).status).toBe(201);

    const other = await challengeOf(stage.http, request);
    const wrong = await answerTo(request, other, newKeyPair().privateKey);
    expect(wrong).toMatchObject({ status: 401, body: { type: 'SIGNATURE_INVALID' } });
  });

  test('Resend the same request with `X-Svc-Request-Id` (the challenge `requestId`) and `X-Svc-Signature`.', async () => {
    const request = funding(stage.http, of);
    const challenge = await challengeOf(stage.http, request);
    const signed = {
      'x-api-key': of.key.id,
      'x-svc-signature': signatureOf(challenge.payloadToSign, of.privateKey),
    };
    const withoutId = await sendWith(stage.http, request, signed);
    expect(withoutId).toMatchObject({ status: 401, body: { type: 'SIGNATURE_REQUIRED' } });
    const resent = await sendWith(stage.http, request, { ...signed, 'x-svc-request-id': challenge.requestId });
    expect(resent).toMatchObject({ status: 201, body: { amount: '5.00', status: 'completed' } });
    expect(await available()).toBe('5.00');
  });

  test('The challenge is bound to the method, path and body it was issued for', async () => {
    const request = funding(stage.http, of);
    const challenge = await challengeOf(stage.http, request);
    // This path takes both methods.
    const recipients = `${prefix}/recipients/${of.organizationId}`;
    const reading = { ...request, method: 'GET', target: recipients, body: '', idempotencyKey: '' };
    const ofReading = await challengeOf(stage.http, reading);
    for (const [other, issued] of [
      [{ ...request, body: '{"amount":"500.00"}' }, challenge],
      [{ ...request, target: `${request.target}?currency=EUR` }, challenge],
      [{ ...request, target: `${prefix}${pathOf(of)}/quotes/offramp` }, challenge],
      [reading, challenge],
      [{ ...reading, target: `${prefix}${pathOf(of)}/orders` }, ofReading],
      [{ ...reading, method: 'POST' }, ofReading],
    ] as const) {
      expect(await answerTo(other, issued)).toMatchObject({ status: 401, body: { type: 'SIGNATURE_INVALID' } });
    }
    expect(await available()).toBe('0.00');
    expect((await answerTo(reading, ofReading)).status).toBe(200);
    expect((await answerTo(request, challenge)).status).toBe(201);
  });

  test('is single-use', async () => {
    const request = funding(stage.http, of, { idempotencyKey: '' });
    const challenge = await challengeOf(stage.http, request);
    expect((await answerTo(request, challenge)).status).toBe(201);
    const again = await answerTo(request, challenge);
    expect(again).toMatchObject({ status: 401, body: { type: 'SIGNATURE_REPLAYED' } });
    expect(await available()).toBe('5.00');
  });

  test('and expires in five minutes.', async () => {
    const { clock } = stage.http.service;
    const request = funding(stage.http, of);
    const [first, second] = [await challengeOf(stage.http, request), await challengeOf(stage.http, request)];
    clock.advance(5 * minuteMs - 1);
    expect((await answerTo(request, first)).status).toBe(201);
    clock.advance(1);
    expect(await answerTo(request, second)).toMatchObject({ status: 401, body: { type: 'SIGNATURE_INVALID' } });
  });
});

describe('Authentication > Authentication errors', quotedByName, () => {
  test('`SIGNATURE_CHALLENGE` | 202; sign `payloadToSign` and retry', async () => {
    const request = funding(stage.http, of);
    const first = await sendWith(stage.http, request, { 'x-api-key': of.key.id });
    expect(first).toMatchObject({ status: 202, body: { type: 'SIGNATURE_CHALLENGE' } });
    expect((await answerTo(request, first.body)).status).toBe(201);
    expect(await available()).toBe('5.00');
  });
});
