/**
 * Recognizes private keys by their form alone, so that a caller who sends one in the wrong field learns that it is
 * exposed. Nothing is imported: the form is sufficient, for any algorithm, and even if the key is damaged or encrypted.
 */

/** Characters. No private key on an elliptic curve is this long in any form, nor is an RSA key of 8,192 bits. */
const mostCharacters = 16_384;
/** The base64 of the JSON of a JWK set has four layers. */
const mostLayers = 5;
const scalarBytes = 32;

/** The label of a private key in PEM, for any algorithm. A URL or a form may encode its spaces differently. */
const pemLabel = /-----BEGIN[^-]{0,60}PRIVATE[^A-Z]{1,3}KEY/;
/** The output of `openssl pkey -text`. */
const printedKey = /\bPrivate-Key: \(\d/;
const openSshMagic = 'openssh-key-v1\0';
/**
 * DER of PKCS#8, SEC1, PKCS#1 and PKCS#12, in hexadecimal: a sequence that starts with a version. The sequence of a
 * signature starts with a longer number.
 */
const versionedDer = /^30(..){1,3}02010[0-3](30|02|04)/;
/**
 * DER of encrypted PKCS#8, with an algorithm of PKCS#5 or PKCS#12. Bytes above 127 that were read as UTF-8 have become
 * U+FFFD.
 */
const encryptedDer = /^30(..){1,3}30(..){1,2}06..2a(86|fd)48(86|f7|fd){1,2}0d01(05|0c)/;

/** Whether a value can only be a private key: a PEM, its DER, or a JWK with `d`, encoded or not. */
export function isPrivateKey(value: unknown): boolean {
  return readings(value).some((reading) => (typeof reading === 'string' ? isKeyText(reading) : isPrivateJwk(reading)));
}

function isKeyText(text: string): boolean {
  const start = Buffer.from(text.slice(0, 32), 'latin1').toString('hex');
  return (
    [pemLabel, printedKey].some((form) => form.test(text)) ||
    [versionedDer, encryptedDer].some((form) => form.test(start)) ||
    text.startsWith(openSshMagic)
  );
}

/**
 * Whether a value can only be a private key, or is 32 bytes long. In place of a key, 32 bytes are most probably its
 * scalar; elsewhere they could be a hash.
 */
export function mayBePrivateKey(value: unknown): boolean {
  if (typeof value === 'string') {
    return (
      isPrivateKey(value) || /PRIVATE KEY/i.test(value) || [bytesOfHex(value), bytesOfBase64(value)].some(isScalar)
    );
  }
  return isPrivateKey(value) || isScalar(textOfBytes(value));
}

/**
 * A value, everything in it, and everything that it may be an encoding of. Bytes are returned as texts with one
 * character per byte.
 */
function readings(value: unknown, layers = mostLayers): readonly unknown[] {
  if (layers === 0 || value === undefined || value === null) return [];
  return [value, ...insideOf(value).flatMap((inner) => readings(inner, layers - 1))];
}

function insideOf(value: unknown): readonly unknown[] {
  if (typeof value === 'object') return [textOfBytes(value) ?? Object.values(Object(value))].flat();
  if (typeof value !== 'string' || value.length > mostCharacters) return [];
  return [jsonOf(value), bytesOfHex(value), bytesOfBase64(value)];
}

/** A list of bytes, or the `JSON.stringify` form of a `Buffer` or `Uint8Array`. */
function textOfBytes(value: unknown): string | undefined {
  const { data = value } = Object(value);
  const bytes = Object.values(Object(data));
  if (bytes.length < scalarBytes || bytes.length > mostCharacters) return undefined;
  const isByte = (one: unknown) => Number.isInteger(one) && (one as number) >= 0 && (one as number) < 256;
  return bytes.every(isByte) ? String.fromCharCode(...(bytes as number[])) : undefined;
}

function jsonOf(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function bytesOfHex(text: string): string | undefined {
  const digits = text.replace(/^\s*0x/i, '').replaceAll(/[\s:]/g, '');
  return digits.length % 2 === 0 && /^[0-9a-f]+$/i.test(digits)
    ? Buffer.from(digits, 'hex').toString('latin1')
    : undefined;
}

/** Decodes either alphabet, with or without padding. */
function bytesOfBase64(text: string): string | undefined {
  const digits = text.replaceAll(/\\[nr]|\s/g, '');
  return /^[\w+/-]+={0,2}$/.test(digits) ? Buffer.from(digits, 'base64').toString('latin1') : undefined;
}

/** A leading zero may keep the number from being read as negative. */
function isScalar(bytes: string | undefined): boolean {
  return bytes?.length === scalarBytes || (bytes?.length === scalarBytes + 1 && bytes.startsWith('\0'));
}

function isPrivateJwk(value: unknown): boolean {
  const { kty, d } = Object(value) as Readonly<Record<string, unknown>>;
  return kty !== undefined && typeof d === 'string';
}
