import { randomUUID } from 'node:crypto';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectError, faultsOf } from '../../support/answers.ts';
import { newCustodyKey } from '../../support/custody.ts';
import type { TestOrganization } from '../../support/journey.ts';
import { newPublicKey } from '../../support/public-keys.ts';
import { type Answer, type Credentials, TestService } from '../../support/service.ts';
import { directHeaders, fundingTarget, payloadOf, signatureOf, type Unsigned } from '../../support/signing.ts';

interface Custody extends Credentials {
  readonly stamper: ApiKeyStamper;
}

let service: TestService;
let organization: TestOrganization;
let custody: Custody;

beforeAll(async () => {
  service = await TestService.start();
  organization = await service.organization();
  custody = await custodyKey();
});

/** A key pair at the custody provider, registered here by its compressed point. */
async function custodyKey(): Promise<Custody> {
  const { custodyPublicKey, ...pair } = newCustodyKey();
  const { key } = await service.key(organization.organizationId, { publicKey: undefined, custodyPublicKey });
  return { key, ...pair };
}

function requestOf({ key }: Credentials): Unsigned {
  return {
    keyId: key.id,
    method: 'POST',
    target: fundingTarget(organization.organizationId),
    body: '{"amount":"25.00"}',
    idempotencyKey: randomUUID(),
    timestamp: Math.floor(service.clock.now / 1000).toString(),
    nonce: randomUUID(),
  };
}

async function stampOf(payload: string, { stamper } = custody): Promise<Record<string, string>> {
  const { stampHeaderName, stampHeaderValue } = await stamper.stamp(payload);
  return { [stampHeaderName.toLowerCase()]: stampHeaderValue };
}

function send(request: Unsigned, signature: Readonly<Record<string, string>>): Promise<Answer> {
  return service.send(request.method, request.target, request.body, directHeaders(request, signature));
}

test("the provider's own stamper signs the direct flow", async () => {
  const request = requestOf(custody);
  expect(await send(request, await stampOf(payloadOf(request)))).toMatchObject({ status: 201 });
});

test('a stamp of a path with a bare question mark, as it is sent, is accepted', async () => {
  const request = requestOf(custody);
  const bare = { ...request, target: `${request.target}?` };
  expect(await send(bare, await stampOf(payloadOf(bare)))).toMatchObject({ status: 201 });
});

test("the provider's own stamper answers a challenge", async () => {
  const { method, target, body, keyId } = requestOf(custody);
  const headers = { 'x-api-key': keyId };
  const { body: challenge } = await service.send(method, target, body, headers);
  const stamp = await stampOf(challenge.payloadToSign);
  const answer = await service.send(method, target, body, {
    ...headers,
    ...stamp,
    'x-svc-request-id': challenge.requestId,
  });
  expect(answer).toMatchObject({ status: 201 });
});

test('a stamp alone does not take a key out of its custody: one that rotates itself keeps the scheme', async () => {
  const rotation = {
    ...requestOf(custody),
    target: `/business/api/v1/api-keys/${custody.key.id}/rotate`,
    body: JSON.stringify({ publicKey: newPublicKey() }),
  };
  expect(faultsOf(await send(rotation, await stampOf(payloadOf(rotation))))).toEqual(['publicKey: other_scheme']);
});

test('a stamp is replayed no more than a signature is', async () => {
  const request = requestOf(custody);
  const stamp = await stampOf(payloadOf(request));
  await send(request, stamp);
  expectError(await send(request, stamp), 'SIGNATURE_REPLAYED');
});

test('a stamp over another body is refused', async () => {
  const request = requestOf(custody);
  const stamp = await stampOf(payloadOf({ ...request, body: '{"amount":"99.00"}' }));
  expectError(await send(request, stamp), 'SIGNATURE_INVALID');
});

test("another key's stamp is refused, even when it names the registered key", async () => {
  const request = requestOf(custody);
  const other = await custodyKey();
  const stamp = await stampOf(payloadOf(request), other);
  expectError(await send(request, stamp), 'SIGNATURE_INVALID');

  const theirs = JSON.parse(Buffer.from(stamp['x-stamp'] ?? '', 'base64url').toString());
  const forged = { ...theirs, publicKey: custody.stamper.apiPublicKey };
  expectError(await send(request, encoded(forged)), 'SIGNATURE_INVALID');
});

test('a custody key is not signed for by its bare private key', async () => {
  const request = requestOf(custody);
  const signature = { 'x-svc-signature': signatureOf(payloadOf(request), custody.privateKey) };
  expectError(await send(request, signature), 'SIGNATURE_INVALID');
});

test('a PEM key is not stamped for', async () => {
  const { x = '', y = '', d = '' } = organization.privateKey.export({ format: 'jwk' });
  const hex = (text: string) => Buffer.from(text, 'base64url').toString('hex');
  const prefix = Number.parseInt(hex(y).slice(-1), 16) % 2 === 0 ? '02' : '03';
  const stamper = new ApiKeyStamper({ apiPublicKey: prefix + hex(x), apiPrivateKey: hex(d) });
  const request = requestOf(organization);
  const stamp = await stampOf(payloadOf(request), { ...organization, stamper });
  expectError(await send(request, stamp), 'SIGNATURE_INVALID');
});

test('a custody key without a stamp is told to send one', async () => {
  const answer = await send(requestOf(custody), {});
  expectError(answer, 'SIGNATURE_REQUIRED');
  expect(answer.body.detail).toContain('X-Stamp');
});

describe('a stamp that is none is an invalid signature', () => {
  const malformed: Readonly<Record<string, (stamp: Record<string, unknown>) => Record<string, unknown> | string>> = {
    'not JSON': () => 'stamp',
    'an empty text': () => '',
    'JSON that is no object': () => Buffer.from('null').toString('base64url'),
    'another scheme': (stamp) => ({ ...stamp, scheme: 'SIGNATURE_SCHEME_OTHER' }),
    'no signature': ({ signature: _, ...rest }) => rest,
    'a signature that is no hexadecimal': (stamp) => ({ ...stamp, signature: 'zz'.repeat(70) }),
    'a public key off the curve': (stamp) => ({ ...stamp, publicKey: `02${'ff'.repeat(32)}` }),
    'fields of other types': (stamp) => ({ ...stamp, publicKey: 1, signature: {} }),
  };

  test.each(Object.entries(malformed))('%s', async (_name, change) => {
    const request = requestOf(custody);
    const stamp = await stampOf(payloadOf(request));
    const changed = change(JSON.parse(Buffer.from(stamp['x-stamp'] ?? '', 'base64url').toString()));
    const headers = typeof changed === 'string' ? { 'x-stamp': changed } : encoded(changed);
    expectError(await send(request, headers), 'SIGNATURE_INVALID');
    expect(await send(request, stamp)).toMatchObject({ status: 201 });
  });
});

function encoded(stamp: unknown): Record<string, string> {
  return { 'x-stamp': Buffer.from(JSON.stringify(stamp)).toString('base64url') };
}
