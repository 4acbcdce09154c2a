import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isPrivateKey, mayBePrivateKey } from '../../../../shared/ground/signatures/private-key.ts';
import { privateKeyForms } from '../../../support/private-key-forms.ts';

const cipher = { cipher: 'aes-256-cbc', passphrase: 'x' } as const;
const pairs = {
  'P-256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'P-521': generateKeyPairSync('ec', { namedCurve: 'P-521' }),
  'P-256 by its parameters': generateKeyPairSync('ec', { namedCurve: 'P-256', paramEncoding: 'explicit' }),
  Ed25519: generateKeyPairSync('ed25519'),
  RSA: generateKeyPairSync('rsa', { modulusLength: 2048 }),
};

/** DER of a key in each structure that it has. */
function structures(key: KeyObject): [string, Buffer][] {
  const old = { ec: 'sec1', rsa: 'pkcs1' }[String(key.asymmetricKeyType)] as 'sec1' | undefined;
  return [
    ['PKCS#8', key.export({ format: 'der', type: 'pkcs8' })],
    ['encrypted PKCS#8', key.export({ format: 'der', type: 'pkcs8', ...cipher })],
    ...(old ? [[old, key.export({ format: 'der', type: old })] as [string, Buffer]] : []),
  ];
}

const der = Object.entries(pairs).flatMap(([kind, { privateKey }]) =>
  structures(privateKey).map(([structure, bytes]) => [`${structure} of ${kind}`, bytes] as const),
);

describe.each(der)('%s is a private key', (_kind, bytes) => {
  test.each(['base64', 'base64url', 'hex', 'latin1', 'utf8'] as const)('in %s', (encoding) => {
    expect(isPrivateKey(bytes.toString(encoding))).toBe(true);
  });

  test('in base64 with line ends, as they are or escaped', () => {
    const lines = bytes.toString('base64').replaceAll(/(.{64})/g, '$1\n');
    expect([lines, lines.replaceAll('\n', '\\n'), lines.replaceAll('\n', '\r\n')].map(isPrivateKey)).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('as JSON writes bytes', () => {
    const written: unknown[] = [bytes.toJSON(), [...bytes], { ...bytes }, JSON.stringify(bytes)];
    expect(written.map(isPrivateKey)).toEqual([true, true, true, true]);
  });
});

test.each(Object.entries(privateKeyForms(pairs['P-256'].privateKey)))('%s may be a private key', (_form, sent) => {
  expect(mayBePrivateKey(sent)).toBe(true);
});

const { publicKey, privateKey } = pairs['P-256'];
const spki = publicKey.export({ format: 'der', type: 'spki' });

test.each<[string, unknown]>([
  ['a public PEM', publicKey.export({ format: 'pem', type: 'spki' })],
  ['a public key in base64', spki.toString('base64')],
  ['a public key in hexadecimal', spki.toString('hex')],
  ['a public key of RSA', pairs.RSA.publicKey.export({ format: 'der', type: 'pkcs1' }).toString('base64')],
  ['a point', spki.subarray(26).toString('hex')],
  ['a compressed point', `02${spki.subarray(27, 59).toString('hex')}`],
  ['a public JWK', publicKey.export({ format: 'jwk' })],
  ['a public JWK as text', JSON.stringify(publicKey.export({ format: 'jwk' }))],
  ['a signature', sign('sha256', Buffer.from('text'), privateKey).toString('base64')],
  ['the id of a key', 'akid_test_4fzk2m9q'],
  ['a sentence', 'our key for payouts'],
  ['text of 32 letters', 'the key of our till in Amsterdam'],
  ['a list of names', ['read', 'write']],
  ['nothing', undefined],
  ['null', null],
  ['a number', 7],
])('%s is none', (_what, value) => {
  expect(mayBePrivateKey(value)).toBe(false);
});

test('32 bytes are a private key only where a key belongs', () => {
  const hash = 'ab'.repeat(32);
  expect([isPrivateKey(hash), mayBePrivateKey(hash)]).toEqual([false, true]);
});

test('the longest text that a request may have is looked at in less than a second', () => {
  const started = performance.now();
  for (const text of ['A'.repeat(1_000_000), `[${'"AAAA",'.repeat(20_000)}""]`, '-----BEGIN '.repeat(50_000)]) {
    expect(mayBePrivateKey(text)).toBe(false);
  }
  expect(performance.now() - started).toBeLessThan(1_000);
});
