import type { KeyObject } from 'node:crypto';

/** A private key of P-256 in every form in which one was seen to be pasted. */
export function privateKeyForms(key: KeyObject): Readonly<Record<string, unknown>> {
  const pkcs8 = key.export({ format: 'der', type: 'pkcs8' });
  const sec1 = key.export({ format: 'der', type: 'sec1' });
  const pem = key.export({ format: 'pem', type: 'pkcs8' }) as string;
  const jwk = key.export({ format: 'jwk' });
  const scalar = Buffer.from(jwk.d ?? '', 'base64url');
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  return {
    'PEM of PKCS#8': pem,
    'PEM of SEC1': key.export({ format: 'pem', type: 'sec1' }),
    'PEM with escaped line ends': pem.replaceAll('\n', '\\n'),
    'PEM of a form': new URLSearchParams({ pem }).toString(),
    'base64 of PEM': base64(pem),
    'base64 of base64': base64(pkcs8.toString('base64')),
    'base64 of PKCS#8': pkcs8.toString('base64'),
    'base64 of SEC1': sec1.toString('base64'),
    'hexadecimal of PKCS#8': pkcs8.toString('hex'),
    'DER of PKCS#8': pkcs8.toString('latin1'),
    'DER of SEC1 read as UTF-8': sec1.toString(),
    JWK: jwk,
    'JWK as text': JSON.stringify(jwk),
    'base64 of JWK': base64(JSON.stringify(jwk)),
    'base64url of a set of JWKs': Buffer.from(JSON.stringify({ keys: [jwk] })).toString('base64url'),
    'a Buffer in JSON': pkcs8.toJSON(),
    'a list of bytes': [...pkcs8],
    '32 bytes in hexadecimal': scalar.toString('hex'),
    '32 bytes in upper case behind 0x': `0x${scalar.toString('hex').toUpperCase()}`,
    '32 bytes as openssl prints them': scalar.toString('hex').replaceAll(/(..)(?=.)/g, '$1:'),
    '32 bytes behind a zero': `00${scalar.toString('hex')}`,
    '32 bytes in base64': scalar.toString('base64'),
    '32 bytes in base64url': scalar.toString('base64url'),
  };
}
