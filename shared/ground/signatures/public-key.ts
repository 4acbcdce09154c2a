import { createPublicKey, ECDH, type KeyObject } from 'node:crypto';
import { type FieldFault, type ServiceError, validationError } from '../errors/service-error.ts';
import { strictBase64 } from './base64.ts';
import { mayBePrivateKey } from './private-key.ts';

/** The DER before an uncompressed P-256 point in a SubjectPublicKeyInfo with the named curve. */
const UNCOMPRESSED_HEADER = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');
/** The DER before a compressed P-256 point in a SubjectPublicKeyInfo with the named curve. */
const COMPRESSED_HEADER = Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex');

const PEM_BEGIN = '-----BEGIN PUBLIC KEY-----';
const PEM_END = '-----END PUBLIC KEY-----';
/** Line ends as escaped in environment variables and doubly escaped JSON. */
const escapedLineEnds = /\\+[nr]/g;
/** Characters. No P-256 key is this long. */
export const maxKeyTextLength = 4_096;

/**
 * Reads a public key that a client wants to register: PEM, SubjectPublicKeyInfo, P-256 by name. Line ends may be
 * escaped, and text around the PEM is ignored, as in OpenSSL.
 * @returns base64 DER with the uncompressed point
 * @throws ServiceError VALIDATION_ERROR naming `publicKey`, for another curve, a private key (which must be rotated),
 * or text that is not a key (specification, Authentication, Keys, row 2)
 */
export function parsePublicKeyPem(text: string): string {
  if (mayBePrivateKey(text)) throw validationError([privateKeyFault('publicKey')]);
  if (text.length > maxKeyTextLength) throw refused('publicKey', 'is too long for a P-256 public key');
  const bytes = bytesOfPem(text.replaceAll(escapedLineEnds, '\n'));
  const key = bytes && keyOfDer(bytes);
  if (!bytes || !key) throw refused('publicKey', 'is not a PEM public key (SubjectPublicKeyInfo)');
  if (key.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
    const curve = key.asymmetricKeyDetails?.namedCurve ?? key.asymmetricKeyType;
    throw refused('publicKey', `is a ${curve} key, not a P-256 (prime256v1) key`, 'wrong_curve');
  }
  // OpenSSL reads encodings that are not DER, but writes DER.
  if (!key.export({ format: 'der', type: 'spki' }).equals(bytes)) {
    throw refused('publicKey', 'is not valid DER');
  }
  // Explicit curve parameters could describe a curve chosen by an attacker.
  const point = pointOfNamedCurve(bytes);
  const spki = point && spkiOfPoint(point);
  if (!spki) throw refused('publicKey', 'does not name the P-256 curve', 'wrong_curve');
  return spki;
}

/**
 * Reads a custody provider's public key: a P-256 point in hexadecimal, compressed or not.
 * @throws ServiceError VALIDATION_ERROR naming `custodyPublicKey`
 */
export function parseCustodyPublicKey(text: string): string {
  if (mayBePrivateKey(text)) throw validationError([privateKeyFault('custodyPublicKey')]);
  const spki = /^(0[23][0-9a-f]{64}|04[0-9a-f]{128})$/i.test(text) ? spkiOfPoint(Buffer.from(text, 'hex')) : undefined;
  if (!spki) throw refused('custodyPublicKey', 'is not a P-256 point in hexadecimal');
  return spki;
}

/**
 * Base64 DER SPKI of a P-256 point in uncompressed form, so that equal keys compare as equal. Undefined for a point
 * that is not on the curve.
 */
export function spkiOfPoint(point: Buffer): string | undefined {
  try {
    const uncompressed = ECDH.convertKey(point, 'prime256v1', undefined, undefined, 'uncompressed') as Buffer;
    const spki = Buffer.concat([UNCOMPRESSED_HEADER, uncompressed]);
    createPublicKey({ key: spki, format: 'der', type: 'spki' });
    return spki.toString('base64');
  } catch {
    return undefined;
  }
}

/** Uses no regular expression that is open at both ends, which would take seconds to refuse a page of spaces. */
function bytesOfPem(text: string): Buffer | undefined {
  const [, fromBegin, another] = text.split(PEM_BEGIN);
  const end = fromBegin?.indexOf(PEM_END) ?? -1;
  if (fromBegin === undefined || end === -1 || another !== undefined) return undefined;
  return strictBase64(fromBegin.slice(0, end).replaceAll(/\s/g, ''));
}

function keyOfDer(der: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

/** The point of a key that names the curve, compressed or not. Undefined for any other key. */
function pointOfNamedCurve(spki: Buffer): Buffer | undefined {
  const header = [UNCOMPRESSED_HEADER, COMPRESSED_HEADER].find((known) => spki.indexOf(known) === 0);
  return header && spki.subarray(header.length);
}

/** The fault of a field that contains a private key. The key is not repeated. */
export function privateKeyFault(path: string): FieldFault {
  const message = 'is a private key, which is now exposed: rotate it and register a public key';
  return { path, message, code: 'private_key' };
}

function refused(path: string, message: string, code = 'invalid_format'): ServiceError {
  return validationError([{ path, message, code }]);
}
