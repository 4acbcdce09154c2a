import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../../shared/ground/errors/service-error.ts';
import { parseCustodyPublicKey, parsePublicKeyPem } from '../../../../shared/ground/signatures/public-key.ts';
import { privateKeyForms } from '../../../support/private-key-forms.ts';

const pair = (namedCurve = 'P-256') => generateKeyPairSync('ec', { namedCurve });
const pemOf = (key: KeyObject) => key.export({ format: 'pem', type: 'spki' }) as string;
const derOf = (key: KeyObject) => key.export({ format: 'der', type: 'spki' });
const armored = (der: Buffer, label = 'PUBLIC KEY') =>
  `-----BEGIN ${label}-----\n${der.toString('base64').replace(/(.{64})/g, '$1\n')}\n-----END ${label}-----\n`;

/** `path: code` of the one fault that a key is refused with. */
function refusal(parse: () => unknown): string {
  try {
    parse();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect(error.type).toBe('VALIDATION_ERROR');
    return (error.errors ?? []).map(({ path, code }) => `${path}: ${code}`).join();
  }
  throw new Error('the key was accepted');
}

/** The same key with its point in another form: 02 and 03 compressed, 06 and 07 hybrid. */
function withPoint(key: KeyObject, form: 'compressed' | 'hybrid'): { der: Buffer; hex: string } {
  const uncompressed = derOf(key).subarray(26);
  const [x, y] = [uncompressed.subarray(1, 33), uncompressed.subarray(33)];
  const isOdd = (y.at(-1) ?? 0) % 2;
  const algorithm = Buffer.from('301306072a8648ce3d020106082a8648ce3d030107', 'hex');
  const point =
    form === 'compressed'
      ? Buffer.concat([Buffer.from([2 + isOdd]), x])
      : Buffer.concat([Buffer.from([6 + isOdd]), x, y]);
  const bits = Buffer.concat([Buffer.from([0x03, point.length + 1, 0]), point]);
  const content = Buffer.concat([algorithm, bits]);
  return { der: Buffer.concat([Buffer.from([0x30, content.length]), content]), hex: point.toString('hex') };
}

describe('a PEM public key', () => {
  test('on P-256 is stored as DER', () => {
    const { publicKey } = pair();
    expect(parsePublicKeyPem(pemOf(publicKey))).toBe(derOf(publicKey).toString('base64'));
  });

  test('may stand between spaces and with Windows line ends', () => {
    const { publicKey } = pair();
    const windows = `\n  ${pemOf(publicKey).replaceAll('\n', '\r\n')}  \n`;
    expect(parsePublicKeyPem(windows)).toBe(derOf(publicKey).toString('base64'));
  });

  test.each<[string, (pem: string) => string]>([
    ['escaped line ends', (pem) => pem.replaceAll('\n', '\\n')],
    ['escaped Windows line ends', (pem) => pem.replaceAll('\n', '\\r\\n')],
    ['line ends that were escaped twice', (pem) => pem.replaceAll('\n', '\\\\n')],
    ['text before it', (pem) => `Here you are: ${pem}`],
    ['the attributes of a bag before it', (pem) => `Bag Attributes\n    friendlyName: till\n${pem}`],
    ['text on both sides', (pem) => `read EC key\nwriting EC key\n${pem}\ndone`],
  ])('may have %s', (_what, written) => {
    const { publicKey } = pair();
    expect(parsePublicKeyPem(written(pemOf(publicKey)))).toBe(derOf(publicKey).toString('base64'));
  });

  test.each(['compressed', 'hybrid'] as const)('with a %s point is stored with an uncompressed one', (form) => {
    for (let i = 0; i < 4; i += 1) {
      const { publicKey } = pair();
      expect(parsePublicKeyPem(armored(withPoint(publicKey, form).der))).toBe(derOf(publicKey).toString('base64'));
    }
  });

  test.each(['P-224', 'P-384', 'P-521', 'secp256k1', 'brainpoolP256r1'])('on %s is the wrong curve', (curve) => {
    expect(refusal(() => parsePublicKeyPem(pemOf(pair(curve).publicKey)))).toBe('publicKey: wrong_curve');
  });

  test.each([
    ['Ed25519', generateKeyPairSync('ed25519').publicKey],
    ['X25519', generateKeyPairSync('x25519').publicKey],
    ['RSA', generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey],
  ])('of %s is the wrong curve', (_kind, publicKey) => {
    expect(refusal(() => parsePublicKeyPem(pemOf(publicKey)))).toBe('publicKey: wrong_curve');
  });

  test('that spells the parameters of P-256 out does not name the curve', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256', paramEncoding: 'explicit' });
    const der = derOf(publicKey);
    expect(der.length).toBeGreaterThan(200);
    expect(createPublicKey({ key: der, format: 'der', type: 'spki' }).asymmetricKeyDetails?.namedCurve).toBe(
      'prime256v1',
    );
    expect(refusal(() => parsePublicKeyPem(armored(der)))).toBe('publicKey: wrong_curve');
  });

  test('off the curve is no key', () => {
    const der = Buffer.from(derOf(pair().publicKey));
    der[90] = (der[90] ?? 0) ^ 1;
    expect(refusal(() => parsePublicKeyPem(armored(der)))).toBe('publicKey: invalid_format');
  });

  test('in anything but DER is no key, although OpenSSL would read it', () => {
    const der = derOf(pair().publicKey);
    const longLength = Buffer.concat([Buffer.from([0x30, 0x81, 0x59]), der.subarray(2)]);
    const trailing = Buffer.concat([der, Buffer.from([0, 0])]);
    for (const bytes of [longLength, trailing]) {
      expect(createPublicKey({ key: bytes, format: 'der', type: 'spki' }).asymmetricKeyType).toBe('ec');
      expect(refusal(() => parsePublicKeyPem(armored(bytes)))).toBe('publicKey: invalid_format');
    }
  });

  const pem = pemOf(pair().publicKey);
  const garbage: Readonly<Record<string, string>> = {
    nothing: '',
    text: 'my key',
    'bare base64': derOf(pair().publicKey).toString('base64'),
    'another label': pem.replaceAll('PUBLIC KEY', 'CERTIFICATE'),
    'no end': pem.slice(0, 100),
    'two keys': pem + pem,
    'text within it': pem.replace('\n', '\nComment: mine\n'),
    'two keys with escaped line ends': (pem + pem).replaceAll('\n', '\\n'),
    'an end before the beginning': `-----END PUBLIC KEY-----${pem.slice(0, 100)}`,
    'an empty body': armored(Buffer.alloc(0)),
    'base64 of something else': armored(Buffer.from('not a key')),
    'characters of no base64': pem.replace('M', '!'),
  };

  test.each(Object.entries(garbage))('that is %s is no key', (_name, text) => {
    expect(refusal(() => parsePublicKeyPem(text))).toBe('publicKey: invalid_format');
  });

  test('may not be oversized, whatever stands in it', () => {
    expect(refusal(() => parsePublicKeyPem(`${pem}${'\n'.repeat(5_000)}`))).toBe('publicKey: invalid_format');
    expect(refusal(() => parsePublicKeyPem('A'.repeat(10_000_000)))).toBe('publicKey: invalid_format');
  });
});

describe('a private key', () => {
  const { privateKey } = pair();
  const forms: Readonly<Record<string, string>> = {
    'PKCS#8': privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
    SEC1: privateKey.export({ format: 'pem', type: 'sec1' }) as string,
    'encrypted PKCS#8': privateKey.export({
      format: 'pem',
      type: 'pkcs8',
      cipher: 'aes-256-cbc',
      passphrase: 'x',
    }) as string,
    'PKCS#8 behind the public key': `${pemOf(pair().publicKey)}${privateKey.export({ format: 'pem', type: 'pkcs8' })}`,
  };

  test.each(Object.entries(forms))('in %s is refused with the word to rotate it', (_form, text) => {
    expect(refusal(() => parsePublicKeyPem(text))).toBe('publicKey: private_key');
    expect(() => parsePublicKeyPem(text)).toThrow(/rotate/);
    expect(refusal(() => parseCustodyPublicKey(text))).toBe('custodyPublicKey: private_key');
  });

  const texts = Object.entries(privateKeyForms(privateKey)).filter(([, sent]) => typeof sent === 'string');
  test.each(texts as [string, string][])('as %s is refused with the word to rotate it', (_form, text) => {
    expect(refusal(() => parsePublicKeyPem(text))).toBe('publicKey: private_key');
    expect(() => parsePublicKeyPem(text)).toThrow(/rotate/);
    expect(refusal(() => parseCustodyPublicKey(text))).toBe('custodyPublicKey: private_key');
  });

  test("in the custody provider's hexadecimal is refused with the word to rotate it", () => {
    const hex = Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url').toString('hex');
    expect(refusal(() => parseCustodyPublicKey(hex))).toBe('custodyPublicKey: private_key');
    expect(() => parseCustodyPublicKey(hex)).toThrow(/rotate/);
  });
});

describe("a custody provider's public key", () => {
  test('is a point in hexadecimal, compressed or not, upper case or lower', () => {
    const { publicKey } = pair();
    const stored = derOf(publicKey).toString('base64');
    const { hex } = withPoint(publicKey, 'compressed');
    for (const text of [hex, hex.toUpperCase(), derOf(publicKey).subarray(26).toString('hex')]) {
      expect(parseCustodyPublicKey(text)).toBe(stored);
    }
  });

  const { publicKey } = pair();
  const uncompressed = derOf(publicKey).subarray(26).toString('hex');
  const garbage: Readonly<Record<string, string>> = {
    'off the curve, uncompressed': uncompressed.slice(0, -2) + (uncompressed.endsWith('00') ? '01' : '00'),
    'with an x beyond the field': `02${'ff'.repeat(32)}`,
    'at infinity': '00',
    'in hybrid form': withPoint(publicKey, 'hybrid').hex,
    'too short': withPoint(publicKey, 'compressed').hex.slice(0, -4),
    'too long': `${uncompressed}00`,
    'with 0x in front': `0x${withPoint(publicKey, 'compressed').hex}`,
    'in PEM': pemOf(publicKey),
    'on secp256k1': derOf(pair('secp256k1').publicKey).subarray(23).toString('hex'),
    empty: '',
  };

  test.each(Object.entries(garbage))('%s is no key', (_name, text) => {
    expect(refusal(() => parseCustodyPublicKey(text))).toBe('custodyPublicKey: invalid_format');
  });
});
