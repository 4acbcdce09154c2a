import { randomUUID, sign } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiPrefix } from '../../../shared/contract/endpoint.ts';
import { expectError } from '../../support/answers.ts';
import { pathOf, readFeed, type TestOrganization } from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import { type Answer, TestService } from '../../support/service.ts';
import { directHeaders, fundingTarget, payloadOf, signatureOf, type Unsigned } from '../../support/signing.ts';

const MINUTE_MS = 60_000;

let service: TestService;
let organization: TestOrganization;
let request: Unsigned;

beforeAll(async () => {
  service = await TestService.start();
});

beforeEach(async () => {
  organization = await service.organization();
  request = {
    keyId: organization.key.id,
    method: 'POST',
    target: fundingTarget(organization.organizationId),
    body: JSON.stringify({ amount: '25.00' }),
    idempotencyKey: randomUUID(),
    timestamp: Math.floor(service.clock.now / 1000).toString(),
    nonce: randomUUID(),
  };
});

/** Sends one request with the signature of another. */
function send(sent: Unsigned, signed: Unsigned = sent): Promise<Answer> {
  return sendWith(sent, signatureOf(payloadOf(signed), organization.privateKey));
}

function sendWith(sent: Unsigned, signature: string): Promise<Answer> {
  return service.send(sent.method, sent.target, sent.body, directHeaders(sent, { 'x-svc-signature': signature }));
}

const deposits = async () => (await readFeed(service, organization)).length;

test('a signature over the seven fields is accepted', async () => {
  expect(await send(request)).toMatchObject({ status: 201 });
});

describe('a signature over anything else is refused', () => {
  const alterations: Readonly<Record<keyof Unsigned, () => Partial<Unsigned>>> = {
    keyId: () => ({ keyId: 'akid_test_other' }),
    method: () => ({ method: 'PATCH' }),
    target: () => ({ target: `${request.target}/` }),
    body: () => ({ body: `${request.body} ` }),
    idempotencyKey: () => ({ idempotencyKey: `${request.idempotencyKey}x` }),
    timestamp: () => ({ timestamp: String(Number(request.timestamp) - 1) }),
    nonce: () => ({ nonce: `${request.nonce}x` }),
  };

  test.each(Object.entries(alterations))(
    'another %s',
    quotes({
      'Authentication > Direct flow': [
        'Rules: sign the exact bytes sent',
        'send the same timestamp and nonce that were signed.',
        '`Idempotency-Key` is signed',
        '`X-Api-Key` | key id',
        '`X-Svc-Timestamp` | the signed Unix seconds',
        '`X-Svc-Nonce` | the signed nonce',
      ],
    }),
    async (_field, alter) => {
      expectError(await send(request, { ...request, ...alter() }), 'SIGNATURE_INVALID', { status: 401 });
      expect(await deposits()).toBe(0);
    },
  );

  test(
    'no idempotency key where one is sent, and one where none is sent',
    quotes({ 'Authentication > Direct flow': 'idempotency key (empty string if none sent)' }),
    async () => {
      expectError(await send(request, { ...request, idempotencyKey: '' }), 'SIGNATURE_INVALID');
      expectError(await send({ ...request, idempotencyKey: '' }, request), 'SIGNATURE_INVALID');
    },
  );

  test(
    'the path without its prefix',
    quotes({
      'Authentication > Direct flow': [
        'including the API prefix',
        'sign the full path (a path beginning `/payments/...` without the `/business/api/v1` prefix does not match)',
      ],
    }),
    async () => {
      const target = request.target.slice(apiPrefix.length);
      expectError(await send(request, { ...request, target }), 'SIGNATURE_INVALID');
    },
  );
});

describe('the query', () => {
  const read = (query: string): Unsigned => ({
    ...request,
    method: 'GET',
    target: `${apiPrefix}${pathOf(organization)}/events${query}`,
    body: '',
    idempotencyKey: '',
  });

  test('is signed as it is sent', async () => {
    expect(await send(read('?since=0&limit=%35'))).toMatchObject({ status: 200 });
  });

  test('may be a bare question mark, which no gateway passes on', async () => {
    expect(await send(read('?'))).toMatchObject({ status: 200 });
    expect(await send({ ...request, target: `${request.target}?`, nonce: randomUUID() })).toMatchObject({
      status: 201,
    });
  });

  test('is not stood for by a bare question mark, and a signature counts once with it or without', async () => {
    for (const signed of [read('?'), read('??'), read('?%3F')]) {
      expectError(await send(read('?limit=5'), signed), 'SIGNATURE_INVALID');
    }
    expectError(await send(read(''), read('??')), 'SIGNATURE_INVALID');
    const once = { ...read('?'), nonce: randomUUID() };
    expect(await send(once)).toMatchObject({ status: 200 });
    expectError(await send({ ...once, target: read('').target }), 'SIGNATURE_REPLAYED');
  });

  test(
    'cannot be added, dropped, changed or reordered',
    quotes({ 'Authentication > Direct flow': 'full request path including the API prefix and query string' }),
    async () => {
      const signed = read('?since=0&limit=5');
      for (const query of ['', '?since=0', '?since=0&limit=6', '?limit=5&since=0', '?since=0&limit=%35']) {
        expectError(await send(read(query), signed), 'SIGNATURE_INVALID');
      }
      expectError(await send(signed, read('')), 'SIGNATURE_INVALID');
    },
  );
});

describe('the timestamp', () => {
  const sentAt = (offsetMs: number): Unsigned => ({
    ...request,
    timestamp: String((service.clock.now + offsetMs) / 1000),
  });

  test.each([
    ['behind', -5 * MINUTE_MS],
    ['ahead', 5 * MINUTE_MS],
  ])(
    'may lie five minutes %s and not a second more',
    quotes({
      'Authentication > Direct flow': "The timestamp must be within 5 minutes of the server's clock.",
      Limits: 'Signature timestamp window | 5 minutes',
    }),
    async (_direction, offset) => {
      expectError(await send(sentAt(offset + Math.sign(offset) * 1000)), 'SIGNATURE_TIMESTAMP_SKEW', { status: 401 });
      expect(await deposits()).toBe(0);
      expect(await send(sentAt(offset))).toMatchObject({ status: 201 });
    },
  );

  test(
    'that is no Unix second is no valid signature',
    quotes({ 'Authentication > Direct flow': 'Unix-seconds timestamp; nonce.' }),
    async () => {
      for (const timestamp of ['now', '-1', '1.5e9', `${request.timestamp}.0`, '']) {
        expectError(await send({ ...request, timestamp }), 'SIGNATURE_INVALID');
      }
    },
  );
});

describe('the nonce', () => {
  test(
    'is used once: an identical repeat executes nothing',
    quotes({
      'Authentication > Direct flow': [
        'Each nonce may be used once; an identical repeat answers `SIGNATURE_REPLAYED` and does not execute.',
        'but is not a replay defence.',
      ],
      Limits: 'nonce single use',
    }),
    async () => {
      const signature = signatureOf(payloadOf(request), organization.privateKey);
      expect(await sendWith(request, signature)).toMatchObject({ status: 201 });
      expectError(await sendWith(request, signature), 'SIGNATURE_REPLAYED', { status: 401 });
      expect(await deposits()).toBe(1);
    },
  );

  test('is used once even with another body and idempotency key', async () => {
    await send(request);
    const other = { ...request, body: '{"amount":"1.00"}', idempotencyKey: randomUUID() };
    expectError(await send(other), 'SIGNATURE_REPLAYED');
  });

  test('is spent although the request was refused', async () => {
    const refused = { ...request, body: '{}' };
    expectError(await send(refused), 'VALIDATION_ERROR');
    expectError(await send(refused), 'SIGNATURE_REPLAYED');
  });

  test('is not spent by a signature that does not match', async () => {
    await send(request, { ...request, body: '{}' });
    expect(await send(request)).toMatchObject({ status: 201 });
  });

  test('of one key says nothing about another key', async () => {
    const other = await service.organization();
    await send(request);
    const theirs = { ...request, keyId: other.key.id, target: fundingTarget(other.organizationId) };
    const signature = signatureOf(payloadOf(theirs), other.privateKey);
    expect(await sendWith(theirs, signature)).toMatchObject({ status: 201 });
  });

  test('cannot be used again while its timestamp is still good', async () => {
    const ahead = { ...request, timestamp: String(service.clock.now / 1000 + 300) };
    await send(ahead);
    service.clock.advance(10 * MINUTE_MS);
    expectError(await send(ahead), 'SIGNATURE_REPLAYED');
    service.clock.advance(2 * MINUTE_MS);
    expectError(await send(ahead), 'SIGNATURE_TIMESTAMP_SKEW');
  });

  test('is used once by twenty identical requests at once', async () => {
    const signature = signatureOf(payloadOf(request), organization.privateKey);
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendWith(request, signature)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.type === 'SIGNATURE_REPLAYED')).toHaveLength(19);
  });
});

describe('the signature', () => {
  test('turned into its twin (r, n - s) is valid, and a replay all the same', async () => {
    const [r, s] = scalarsOf(payloadOf(request), organization.privateKey);
    expect(await sendWith(request, der(r, ORDER - s).toString('base64'))).toMatchObject({ status: 201 });
    expectError(await sendWith(request, der(r, s).toString('base64')), 'SIGNATURE_REPLAYED');
    expect(await deposits()).toBe(1);
  });

  test(
    'is standard base64 with padding, and nothing around it',
    quotes({ 'Authentication > Direct flow': '`X-Svc-Signature` | base64 DER signature' }),
    async () => {
      const bytes = der(...scalarsOf(payloadOf(request), organization.privateKey));
      const padded = bytes.toString('base64');
      const forms = [` ${padded}`, `${padded}=`, `${padded}\n`, bytes.toString('hex'), `${padded}!`, ''];
      if (bytes.length % 3 !== 0) forms.push(padded.replace(/=+$/, ''));
      for (const form of forms) expectError(await sendWith(request, form), 'SIGNATURE_INVALID');
      expect(await sendWith(request, padded)).toMatchObject({ status: 201 });
    },
  );

  test('in the raw form of r and s, or followed by more bytes, is refused', async () => {
    const raw = sign('sha256', Buffer.from(payloadOf(request)), {
      key: organization.privateKey,
      dsaEncoding: 'ieee-p1363',
    });
    const longer = Buffer.concat([der(...scalarsOf(payloadOf(request), organization.privateKey)), Buffer.from([0])]);
    for (const bytes of [raw, longer]) {
      expectError(await sendWith(request, bytes.toString('base64')), 'SIGNATURE_INVALID');
    }
  });
});

const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

function scalarsOf(payload: string, privateKey: TestOrganization['privateKey']): [bigint, bigint] {
  const raw = sign('sha256', Buffer.from(payload), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  const scalar = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex')}`);
  return [scalar(raw.subarray(0, 32)), scalar(raw.subarray(32))];
}

/** DER of a signature. */
function der(...scalars: readonly [bigint, bigint]): Buffer {
  const integers = scalars.map((scalar) => {
    const digits = scalar.toString(16);
    const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
    const content = (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
    return Buffer.concat([Buffer.from([2, content.length]), content]);
  });
  const content = Buffer.concat(integers);
  return Buffer.concat([Buffer.from([0x30, content.length]), content]);
}
