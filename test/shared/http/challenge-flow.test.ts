import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectError, storedItems } from '../../support/answers.ts';
import { pathOf, readFeed, type TestOrganization } from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import { keptSecrets } from '../../support/secrets.ts';
import { type Answer, TestService } from '../../support/service.ts';
import { fundingTarget, signatureOf } from '../../support/signing.ts';

interface Challenged {
  readonly method: string;
  readonly target: string;
  readonly body: string;
  readonly idempotencyKey: string | undefined;
  readonly keyId: string;
}

let service: TestService;
let organization: TestOrganization;
let request: Challenged;

beforeAll(async () => {
  service = await TestService.start();
});

beforeEach(async () => {
  organization = await service.organization();
  request = {
    method: 'POST',
    target: fundingTarget(organization.organizationId),
    body: '{"amount":"25.00"}',
    idempotencyKey: randomUUID(),
    keyId: organization.key.id,
  };
});

function send(of: TestService, sent: Challenged, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const { method, target, body, idempotencyKey, keyId } = sent;
  return of.send(method, target, body, {
    'x-api-key': keyId,
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...headers,
  });
}

/** Asks for a challenge and signs it. */
async function answered(of: TestService = service, challenged = request): Promise<Record<string, string>> {
  const { body } = await send(of, challenged);
  return {
    'x-svc-request-id': body.requestId,
    'x-svc-signature': signatureOf(body.payloadToSign, organization.privateKey),
  };
}

const deposits = async () => (await readFeed(service, organization)).length;

test('whoever signs the path with a bare question mark, as they send it, has answered the challenge', async () => {
  const bare = { ...request, target: `${request.target}?` };
  const { body } = await send(service, bare);
  const signed = body.payloadToSign.replace(`${request.target}\n`, `${bare.target}\n`);
  const headers = {
    'x-svc-request-id': body.requestId,
    'x-svc-signature': signatureOf(signed, organization.privateKey),
  };
  expect(signed).not.toBe(body.payloadToSign);
  expect(await send(service, bare, headers)).toMatchObject({ status: 201 });
});

test(
  'an unsigned request is answered 202 with what to sign, and nothing runs',
  quotes({
    'Authentication > Challenge flow': [
      'Send the request with `X-Api-Key` and no signature. The answer is 202 `{ type: SIGNATURE_CHALLENGE, requestId, payloadToSign }`.',
      'Nothing ran',
    ],
  }),
  async () => {
    const answer = await send(service, request);
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({
      type: 'SIGNATURE_CHALLENGE',
      requestId: expect.any(String),
      payloadToSign: expect.any(String),
    });
    const lines = answer.body.payloadToSign.split('\n');
    expect(lines).toHaveLength(7);
    expect(lines.slice(0, 3)).toEqual([request.keyId, request.method, request.target]);
    expect(lines[4]).toBe(request.idempotencyKey);
    expect(await deposits()).toBe(0);
  },
);

test(
  'issuing challenges writes nothing',
  quotes({ 'Authentication > Challenge flow': 'it is not an authenticated result.' }),
  async () => {
    const before = await storedItems(service);
    for (let i = 0; i < 5; i += 1) await send(service, request);
    expect(await storedItems(service)).toEqual(before);
  },
);

test(
  'the signed challenge runs the request',
  quotes({
    'Authentication > Challenge flow': [
      'Sign `payloadToSign` (ECDSA P-256 over SHA-256, DER, base64).',
      'Resend the same request with `X-Svc-Request-Id` (the challenge `requestId`) and `X-Svc-Signature`.',
    ],
    'Authentication > Authentication errors': '`SIGNATURE_CHALLENGE` | 202; sign `payloadToSign` and retry',
  }),
  async () => {
    expect(await send(service, request, await answered())).toMatchObject({ status: 201, body: { amount: '25.00' } });
    expect(await deposits()).toBe(1);
  },
);

test('a read is challenged too', async () => {
  const read = { ...request, method: 'GET', target: request.target.replace('/sandbox/fund', '/balance'), body: '' };
  const unsigned = { ...read, idempotencyKey: undefined };
  expect(await send(service, unsigned, await answered(service, unsigned))).toMatchObject({ status: 200 });
});

test(
  'a challenge is used once',
  quotes({ 'Authentication > Challenge flow': 'is single-use', Limits: '5 minutes, single use' }),
  async () => {
    const headers = await answered();
    await send(service, request, headers);
    expectError(await send(service, request, headers), 'SIGNATURE_REPLAYED', { status: 401 });
    expect(await deposits()).toBe(1);
  },
);

test('a challenge signed twice is used once', async () => {
  const { body } = await send(service, request);
  const signed = () => ({
    'x-svc-request-id': body.requestId,
    'x-svc-signature': signatureOf(body.payloadToSign, organization.privateKey),
  });
  await send(service, request, signed());
  expectError(await send(service, request, signed()), 'SIGNATURE_REPLAYED');
});

describe('what answers a challenge is one signature in both flows', () => {
  const unkeyed = () => ({ ...request, idempotencyKey: undefined });

  /** The same answer, as a direct call would carry it. */
  async function bothForms() {
    const { body } = await send(service, unkeyed());
    const [, , , , , timestamp, nonce] = body.payloadToSign.split('\n');
    const signature = { 'x-svc-signature': signatureOf(body.payloadToSign, organization.privateKey) };
    return [
      { ...signature, 'x-svc-request-id': body.requestId },
      { ...signature, 'x-svc-timestamp': timestamp, 'x-svc-nonce': nonce },
    ];
  }

  test.each([
    ['challenge first', false],
    ['direct first', true],
  ])('%s: the other is refused, and nothing runs twice', async (_order, isReversed) => {
    const forms = await bothForms();
    const [first, second] = isReversed ? forms.toReversed() : forms;
    expect(await send(service, unkeyed(), first)).toMatchObject({ status: 201 });
    expectError(await send(service, unkeyed(), second), 'SIGNATURE_REPLAYED');
    expect(await deposits()).toBe(1);
  });
});

test('two challenges for one request are two', async () => {
  const [first, second] = [await answered(), await answered()];
  await send(service, request, first);
  const replay = await send(service, request, second);
  expect(replay).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' } });
  expect(await deposits()).toBe(1);
});

test(
  'a challenge lives for five minutes',
  quotes({
    'Authentication > Challenge flow': 'and expires in five minutes.',
    Limits: 'Challenge lifetime | 5 minutes',
  }),
  async () => {
    const [early, late] = [await answered(), await answered()];
    service.clock.advance(5 * 60_000 - 1);
    expect(await send(service, request, early)).toMatchObject({ status: 201 });
    service.clock.advance(1);
    expectError(await send(service, request, late), 'SIGNATURE_INVALID');
  },
);

describe('a challenge is bound to its request', () => {
  const others: Readonly<Record<string, () => Partial<Challenged>>> = {
    method: () => ({ method: 'GET', target: request.target.replace('/sandbox/fund', '/balance') }),
    path: () => ({ target: request.target.replace('/sandbox/fund', '/quotes/offramp') }),
    query: () => ({ target: `${request.target}?amount=1` }),
    body: () => ({ body: '{"amount":"99.00"}' }),
    'idempotency key': () => ({ idempotencyKey: randomUUID() }),
    'idempotency key, by leaving it out': () => ({ idempotencyKey: undefined }),
  };

  test.each(Object.entries(others))(
    '%s',
    quotes({
      'Authentication > Challenge flow': 'The challenge is bound to the method, path and body it was issued for',
    }),
    async (_part, change) => {
      expectError(await send(service, { ...request, ...change() }, await answered()), 'SIGNATURE_INVALID');
      expect(await deposits()).toBe(0);
    },
  );

  test('key', async () => {
    const pem = organization.privateKey;
    const other = await service.key(organization.organizationId);
    const { body } = await send(service, request);
    for (const privateKey of [pem, other.privateKey]) {
      const headers = {
        'x-svc-request-id': body.requestId,
        'x-svc-signature': signatureOf(body.payloadToSign, privateKey),
      };
      expectError(await send(service, { ...request, keyId: other.key.id }, headers), 'SIGNATURE_INVALID');
    }
  });
});

describe('a challenge that is not ours is refused', () => {
  test('a tampered one, at every position', async () => {
    const headers = await answered();
    const token = Buffer.from(headers['x-svc-request-id'] ?? '', 'base64url');
    for (const position of [0, 11, 12, 40, token.length - 17, token.length - 1]) {
      const tampered = Buffer.from(token);
      tampered[position] = (tampered[position] ?? 0) ^ 1;
      const sent = { ...headers, 'x-svc-request-id': tampered.toString('base64url') };
      expectError(await send(service, request, sent), 'SIGNATURE_INVALID');
    }
    expect(await send(service, request, headers)).toMatchObject({ status: 201 });
  });

  test('garbage', async () => {
    const headers = await answered();
    for (const token of ['', 'x', 'req_123', 'A'.repeat(38), 'A'.repeat(5000), '{}']) {
      expectError(await send(service, request, { ...headers, 'x-svc-request-id': token }), 'SIGNATURE_INVALID');
    }
  });

  test('one of another stage', async () => {
    const secrets = keptSecrets(8);
    const elsewhere = service.process((_call, sent) => sent(), { secrets });
    expectError(await send(service, request, await answered(elsewhere)), 'SIGNATURE_INVALID');
    expect(await send(elsewhere, request, await answered(elsewhere))).toMatchObject({ status: 201 });
  });
});

describe('signature headers that are incomplete name the one that is missing', () => {
  const incomplete: readonly (readonly [string, readonly string[]])[] = [
    ['X-Svc-Signature', ['x-svc-timestamp', 'x-svc-nonce']],
    ['X-Svc-Signature', ['x-svc-request-id']],
    ['X-Svc-Signature', ['x-svc-nonce']],
    ['X-Svc-Timestamp', ['x-svc-signature', 'x-svc-nonce']],
    ['X-Svc-Timestamp', ['x-svc-signature']],
    ['X-Svc-Nonce', ['x-svc-signature', 'x-svc-timestamp']],
  ];

  test.each(incomplete)('%s, when only %j came', async (missing, names) => {
    const signed = service.sign('POST', request.target, request.body, organization, request.idempotencyKey);
    const all: Record<string, string> = { ...signed, 'x-svc-request-id': 'token' };
    const headers = Object.fromEntries(names.map((name) => [name, all[name] ?? '']));
    const answer = await send(service, request, headers);
    expectError(answer, 'SIGNATURE_REQUIRED', { status: 401 });
    expect(answer.body.detail).toContain(missing);
    expect(await deposits()).toBe(0);
  });
});

test('a challenge is no way around the key: an unknown one is not challenged', async () => {
  expectError(
    await service.get(`${pathOf(organization)}/balance`, organization, {
      unsigned: true,
      headers: { 'x-api-key': 'akid_test_unknown' },
    }),
    'UNAUTHORIZED',
  );
});
