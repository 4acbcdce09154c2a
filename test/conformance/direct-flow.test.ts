import { generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { pathOf, type TestOrganization } from '../support/journey.ts';
import { newKeyPair } from '../support/public-keys.ts';
import { quotedByName } from '../support/quotes.ts';
import { signatureOf, type Unsigned } from '../support/signing.ts';
import { canonicalText, funding, prefix, sendSigned, sendWith, signedHeaders } from './authentication-support.ts';
import { availableOf, callerOf, useService } from './support.ts';

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

/** Sends a request with the signature of another text. */
const sendSigning = (text: string, signed: Unsigned) =>
  sendWith(stage.http, signed, signedHeaders(signed, of.privateKey, signatureOf(text, of.privateKey)));

describe('Authentication > Direct flow', quotedByName, () => {
  test('Canonical string: seven fields joined by a newline, in this order: key id; HTTP method (upper case); full request path including the API prefix and query string; lowercase hex SHA-256 of the body; idempotency key', async () => {
    const one = request();
    const fields = canonicalText(one).split('\n');
    expect(fields).toHaveLength(7);
    expect(fields.slice(0, 3)).toEqual([of.key.id, 'POST', `/business/api/v1${pathOf(of)}/sandbox/fund`]);
    expect(fields[3]).toMatch(/^[0-9a-f]{64}$/);
    expect(await sendSigned(stage.http, one, of)).toMatchObject(accepted);

    const others = [
      fields.join('\n').concat('\n'),
      fields.join('\r\n'),
      fields.join(''),
      ...fields.slice(1).map((_, index) =>
        fields
          .with(index, fields[index + 1] ?? '')
          .with(index + 1, fields[index] ?? '')
          .join('\n'),
      ),
      ...fields.map((_, index) => fields.toSpliced(index, 1).join('\n')),
      fields.with(1, 'post').join('\n'),
      fields.with(3, (fields[3] ?? '').toUpperCase()).join('\n'),
    ];
    for (const text of others) expect(await sendSigning(text, one), text).toMatchObject(invalid);
  });

  test('Sign as above.', async () => {
    const one = request();
    const text = Buffer.from(canonicalText(one));
    const { publicKey, privateKey } = newKeyPair();
    expect(verify('sha256', text, publicKey, Buffer.from(signatureOf(text.toString(), privateKey), 'base64'))).toBe(
      true,
    );
    const otherwise = [
      sign('sha384', text, of.privateKey),
      sign('sha256', text, { key: of.privateKey, dsaEncoding: 'ieee-p1363' }),
      sign('sha256', text, privateKey),
      sign('sha256', text, generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey),
    ];
    for (const bytes of otherwise) {
      const headers = signedHeaders(one, of.privateKey, bytes.toString('base64'));
      expect(await sendWith(stage.http, one, headers)).toMatchObject(invalid);
    }
    expect(await sendSigned(stage.http, one, of)).toMatchObject(accepted);
  });

  test('`X-Svc-Nonce` | the signed nonce; any unique string', async () => {
    const one = request();
    const other = await sendWith(stage.http, one, { ...headersOf(one), 'x-svc-nonce': randomUUID() });
    expect(other).toMatchObject(invalid);
    for (const nonce of ['1', `${randomUUID()}~!@#$%^&*()`, randomUUID().padEnd(255, '0')]) {
      expect(await sendSigned(stage.http, request({ nonce }), of), nonce).toMatchObject(accepted);
    }
    expect(await available()).toBe('15.00');
  });

  test('All mismatches answer `SIGNATURE_INVALID` (one answer for several causes).', async () => {
    const one = request();
    const signedAs = (signed: Unsigned) => sendSigning(canonicalText(signed), one);
    const answers = [
      await signedAs({ ...one, keyId: 'akid_test_other' }),
      await signedAs({ ...one, method: 'PUT' }),
      await signedAs({ ...one, target: `${prefix}${pathOf(of)}/balance` }),
      await signedAs({ ...one, body: '{}' }),
      await signedAs({ ...one, idempotencyKey: '' }),
      await signedAs({ ...one, timestamp: '0' }),
      await signedAs({ ...one, nonce: '0' }),
      await sendSigned(stage.http, one, { ...of, privateKey: newKeyPair().privateKey }),
    ];
    const bodies = answers.map(({ status, body: { requestId: _, ...body } }) => ({ ...body, answered: status }));
    expect(bodies[0]).toMatchObject({ answered: 401, type: 'SIGNATURE_INVALID' });
    for (const body of bodies) expect(body).toEqual(bodies[0]);
    expect(await available()).toBe('0.00');
  });
});
