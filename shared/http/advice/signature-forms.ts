import { strictBase64 } from '../../ground/signatures/base64.ts';
import { isPrivateKey } from '../../ground/signatures/private-key.ts';

/** Describes what is wrong with the form of a signature header, regardless of what was signed. */
export interface FormFault {
  readonly detail: string;
  readonly resolution: string;
}

const asDer =
  'Send the signature as DER in standard base64. Node signs this way by default (dsaEncoding der), as does openssl dgst -sha256 -sign.';
const rawBytes = 64;
const derSequence = 0x30;

/**
 * Returns what is wrong with the form of `X-Svc-Signature`. The result depends only on the caller's own text: whether a
 * well-formed signature matches a key or a request is never revealed.
 * @returns undefined for a DER signature in base64
 */
export function faultOfSignature(text: string): FormFault | undefined {
  const fault = (what: string) => ({ detail: `X-Svc-Signature ${what}`, resolution: asDer });
  if (text === '') return fault('is empty');
  if (isPrivateKey(text)) {
    const resolution = `Rotate that key, because it is now exposed. ${asDer}`;
    return { detail: 'X-Svc-Signature is a private key', resolution };
  }
  if (/^(0x)?[0-9a-f]{128,}$/i.test(text)) return fault('is in hexadecimal');
  if (/^[\w-]+\.[\w-]*\.[\w-]+$/.test(text)) return fault('is a JWT or JWS');
  const bytes = strictBase64(text);
  if (!bytes) return fault(isBase64Url(text) ? 'is in base64url, or lacks its padding' : 'is not base64');
  if (bytes.length === rawBytes) return fault('is 64 bytes long: raw r and s (IEEE P1363)');
  return bytes[0] === derSequence ? undefined : fault('is not DER');
}

function isBase64Url(text: string): boolean {
  return /^[\w-]+={0,2}$/.test(text);
}

/** Until the year 2286, a number of 13 digits is a time in milliseconds. */
const milliseconds = /^\d{13}$/;

/** Returns the fault of an `X-Svc-Timestamp` that is not in Unix seconds. */
export function faultOfTimestamp(text: string): FormFault {
  const what = milliseconds.test(text) ? 'is in milliseconds' : 'is not in Unix seconds';
  return {
    detail: `X-Svc-Timestamp ${what}`,
    resolution: 'Sign and send whole seconds since 1970: Math.floor(Date.now() / 1000), or date +%s.',
  };
}

export const nonceFault: FormFault = {
  detail: 'X-Svc-Nonce is not 1 to 255 visible ASCII characters',
  resolution: 'Sign and send a fresh nonce without spaces, such as a UUID.',
};

export const challengeExpired: FormFault = {
  detail: 'the challenge has expired; challenges are valid for five minutes',
  resolution: 'Send the request without signature headers to get a new challenge, and answer that one.',
};

/**
 * The single error for every cause in the flow, with the most common causes first. A more specific error would reveal
 * something about the key or the content.
 */
export const challengeMismatch: FormFault = {
  detail: 'the signature does not match this request',
  resolution:
    'Check in this order: method, path, query, body and Idempotency-Key are exactly those of the challenged ' +
    'request; payloadToSign was signed unchanged, without an extra line break; the private key belongs to the ' +
    'named key.',
};

export const directMismatch: FormFault = {
  detail: 'the signature does not match this request',
  resolution:
    'Check in this order: the signed path starts with /business/api/v1 and includes the query; the hashed body ' +
    'is exactly the one sent; the signed idempotency key is the one in the header, or empty; the seven lines are ' +
    'in order, without a final line break; timestamp and nonce are those in the headers; the private key belongs ' +
    'to the named key.',
};
