import { createPublicKey } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { storedItems } from '../support/answers.ts';
import { pathOf, type TestOrganization } from '../support/journey.ts';
import { newKeyPair } from '../support/public-keys.ts';
import { quotedByName } from '../support/quotes.ts';
import { funding, prefix, sendSigned, sendWith, signedHeaders } from './authentication-support.ts';
import { callEach, endpoints } from './every-endpoint.ts';
import { availableOf, callerOf, useService } from './support.ts';

const stage = useService();
let of: TestOrganization;

beforeEach(async () => {
  of = await stage.http.service.organization();
});

const available = () => availableOf(callerOf(stage.http, of));

describe('Authentication', quotedByName, () => {
  test('Every request is signed with an ECDSA P-256 key pair.', async () => {
    const answersTo = async (credentials: TestOrganization) =>
      Object.entries(await callEach(stage.http, endpoints, of, credentials));
    expect(of.privateKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    for (const [operation, { status }] of await answersTo(of)) expect(status, operation).not.toBe(401);
    for (const [operation, answer] of await answersTo({ ...of, privateKey: newKeyPair().privateKey })) {
      expect(answer, operation).toMatchObject({ status: 401, body: { type: 'SIGNATURE_INVALID' } });
    }
  });

  test('The client keeps the private key; only the public key (P-256 SPKI PEM) is registered.', async () => {
    const { publicKey, privateKey } = newKeyPair();
    const { service } = stage.http;
    const dashboard = stage.http.dashboard(of.organizationId, await service.member(of.organizationId, 'owner'));
    const { id } = await dashboard.issueApiKey({ name: 'server', scopes: ['read'], publicKey });
    expect(publicKey).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
    const sent: string[] = [];
    const watched: typeof fetch = (input, init) => {
      sent.push(JSON.stringify([String(input), [...new Headers(init?.headers)], init?.body ?? null]));
      return fetch(input, init);
    };
    const own = { ...of, key: { ...of.key, id }, privateKey };
    expect((await callerOf(stage.http, own, { fetch: watched }).sluice.getBalance()).available).toBe('0.00');

    const base64 = (bytes: Buffer) => bytes.toString('base64');
    const { d = '' } = privateKey.export({ format: 'jwk' });
    const secrets = [d, base64(Buffer.from(d, 'base64url')), Buffer.from(d, 'base64url').toString('hex')];
    const stored = JSON.stringify(await storedItems(service));
    expect(sent).toHaveLength(1);
    for (const text of [stored, ...sent]) for (const secret of secrets) expect(text).not.toContain(secret);
    expect(stored).toContain(base64(createPublicKey(publicKey).export({ format: 'der', type: 'spki' })));
  });

  test('A captured request cannot be edited: the signature covers method, path, body and idempotency key.', async () => {
    const captured = funding(stage.http, of);
    const headers = signedHeaders(captured, of.privateKey);
    const other = await stage.http.service.organization();
    const edits = [
      { target: `${prefix}${pathOf(other)}/sandbox/fund` },
      { target: `${captured.target}?amount=500.00` },
      { body: '{"amount":"500.00"}' },
      { body: '{"amount": "5.00"}' },
      { idempotencyKey: 'another' },
      { idempotencyKey: '' },
    ];
    for (const edit of edits) {
      const answer = await sendWith(stage.http, { ...captured, ...edit }, headers);
      expect(answer, JSON.stringify(edit)).toMatchObject({ status: 401, body: { type: 'SIGNATURE_INVALID' } });
    }
    // This path takes both methods.
    const target = `${prefix}/recipients/${of.organizationId}`;
    const reading = funding(stage.http, of, { method: 'GET', target, body: '', idempotencyKey: '' });
    const writing = await sendWith(stage.http, { ...reading, method: 'POST' }, signedHeaders(reading, of.privateKey));
    expect(writing).toMatchObject({ status: 401, body: { type: 'SIGNATURE_INVALID' } });
    expect((await sendSigned(stage.http, reading, of)).status).toBe(200);
    expect(await available()).toBe('0.00');
    // The request as it was signed is accepted.
    expect((await sendWith(stage.http, captured, headers)).status).toBe(201);
    expect(await available()).toBe('5.00');
  });

  test('A header naming the key authorizes nothing on its own.', async () => {
    const request = funding(stage.http, of);
    const named = { 'x-api-key': of.key.id };
    expect((await sendWith(stage.http, request, named)).status).toBe(202);
    const claims: Record<string, string>[] = [
      { ...named, 'x-svc-timestamp': request.timestamp, 'x-svc-nonce': request.nonce },
      { ...named, 'x-svc-signature': 'AAAA' },
      { authorization: `Bearer ${of.key.id}` },
      { ...named, authorization: `Bearer ${of.key.id}` },
    ];
    for (const headers of claims) {
      const { status, body } = await sendWith(stage.http, request, headers);
      expect([status, body.data], JSON.stringify(headers)).toEqual([401, undefined]);
    }
    expect(await available()).toBe('0.00');
    expect((await sendSigned(stage.http, request, of)).status).toBe(201);
  });
});
