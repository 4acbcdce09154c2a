import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { canonicalString, type SignedRequest, sha256Hex } from './canonical.ts';

/** Specification, Limits: challenge lifetime. */
export const challengeLifetimeMs = 5 * 60 * 1000;

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The request that a challenge is bound to. */
export type ChallengedRequest = Omit<SignedRequest, 'timestamp' | 'nonce'>;

export interface Challenge {
  /** Sealed: nothing is stored until it is used. */
  readonly requestId: string;
  readonly payloadToSign: string;
}

export interface OpenedChallenge {
  readonly payloadToSign: string;
  /** Recorded at first use. */
  readonly nonce: string;
}

/** Makes a challenge for a request (specification, Authentication, Challenge flow, step 1). */
export function issueChallenge(sealingKey: Buffer, request: ChallengedRequest, nonce: string, now: number): Challenge {
  const timestamp = Math.floor(now / 1000).toString();
  const payloadToSign = canonicalString({ ...request, timestamp, nonce });
  const sealed = { h: sha256Hex(payloadToSign), t: timestamp, n: nonce };
  return { requestId: seal(sealingKey, JSON.stringify(sealed)), payloadToSign };
}

/**
 * Opens a challenge that came back with a request.
 * @returns undefined when it was not issued here, was issued for another request, or has expired
 */
export function openChallenge(
  sealingKey: Buffer,
  request: ChallengedRequest,
  requestId: string,
  now: number,
): OpenedChallenge | undefined {
  const text = unseal(sealingKey, requestId);
  if (text === undefined) return undefined;
  const { h, t, n } = JSON.parse(text) as { h: string; t: string; n: string };
  const payloadToSign = canonicalString({ ...request, timestamp: t, nonce: n });
  const expiresAt = Number(t) * 1000 + challengeLifetimeMs;
  if (sha256Hex(payloadToSign) !== h || expiresAt <= now) return undefined;
  return { payloadToSign, nonce: n };
}

function seal(sealingKey: Buffer, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', challengeKey(sealingKey), iv);
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

function unseal(sealingKey: Buffer, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', challengeKey(sealingKey), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

/** One purpose, one key: what seals challenges checks no cursor. */
function challengeKey(sealingKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', sealingKey, '', 'sluice challenge', 32));
}
