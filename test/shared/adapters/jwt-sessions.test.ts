import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createIssuer, type Issuer, newIssuerKey } from '../../../local/people/issuer.ts';
import { jwtSessions } from '../../../shared/adapters/jwt-sessions.ts';
import type { Sessions } from '../../../shared/ports/sessions.ts';

let issuer: Issuer;
let sessions: Sessions;
const privateKey = await newIssuerKey();

beforeAll(async () => {
  issuer = await createIssuer(privateKey);
  sessions = jwtSessions(issuer);
});

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);

/** A token made by hand, right in everything that is not said. */
function token(claims: object, header: object = {}, signWith = signedByIssuer) {
  const kid = issuer.keys.keys[0]?.kid;
  const payload = {
    iss: issuer.issuer,
    sub: 'ada',
    client_id: issuer.clientId,
    token_use: 'access',
    iat: now(),
    exp: now() + 60,
    ...claims,
  };
  const signed = `${base64url({ alg: 'RS256', kid, ...header })}.${base64url(payload)}`;
  return `${signed}.${Buffer.from(signWith(signed)).toString('base64url')}`;
}

describe('a session is', () => {
  test('a token of the issuer for the dashboard', async () => {
    expect(await sessions(await issuer.issue('ada'))).toEqual({ userId: 'ada' });
    expect(await sessions(token({}))).toEqual({ userId: 'ada' });
  });

  test('also one whose issuer names an audience instead of a client, as others than Cognito do', async () => {
    const claims = { client_id: undefined, aud: issuer.clientId };
    expect(await sessions(token(claims))).toEqual({ userId: 'ada' });
  });

  test.each([
    ['that has expired', { exp: 1 }],
    ['that never expires', { exp: undefined }],
    ['that begins later', { nbf: 32_503_680_000 }],
    ['of another issuer', { iss: 'https://elsewhere.example.com' }],
    ['for another client', { client_id: 'another' }],
    ['for several audiences', { client_id: undefined, aud: ['dashboard', 'another'] }],
    ['that says who somebody is, not what they may do', { token_use: 'id' }],
    ['that does not say what it is for', { token_use: undefined }],
    [
      'of another kind of issuer that does not, either',
      { client_id: undefined, aud: 'dashboard', token_use: undefined },
    ],
    ['of nobody', { sub: undefined }],
    ['of somebody who would pass for an operator', { sub: 'operator:ada' }],
    ['of somebody who cannot stand in a path', { sub: 'a/b' }],
  ])('not one %s', async (_what, claims) => {
    expect(await sessions(token(claims))).toBeUndefined();
  });

  test.each([
    ['unsigned', () => token({}, { alg: 'none' }, () => Buffer.alloc(0))],
    ['signed with the public key as a secret', () => token({}, { alg: 'HS256' }, hmacWithPublicKey)],
    ['signed by somebody else', () => token({}, {}, signedByAnother)],
    ['of a key that the issuer does not publish', () => token({}, { kid: 'another' }, signedByAnother)],
    ['changed after it was signed', () => changed(token({}))],
    ['not a token at all', () => 'open sesame'],
    ['empty', () => ''],
  ])('not one that is %s', async (_what, make) => {
    expect(await sessions(make())).toBeUndefined();
  });
});

function hmacWithPublicKey(text: string): Uint8Array {
  return createHmac('sha256', JSON.stringify(issuer.keys.keys[0])).update(text).digest();
}

function signedByIssuer(text: string): Uint8Array {
  return sign('sha256', Buffer.from(text), privateKey);
}

function signedByAnother(text: string): Uint8Array {
  return sign('sha256', Buffer.from(text), generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
}

function changed(jwt: string): string {
  const [header, , signature] = jwt.split('.');
  return `${header}.${base64url({ iss: issuer.issuer, sub: 'eve', client_id: issuer.clientId, exp: now() + 60 })}.${signature}`;
}
