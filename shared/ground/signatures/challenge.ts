import { canonicalString, type SignedRequest, sha256Hex } from './canonical.ts';
import { type SealingKeys, seal, unseal } from './seal.ts';

/** Specification, Limits: challenge lifetime. */
export const challengeLifetimeMs = 5 * 60 * 1000;

/** The request that a challenge is bound to. */
export type ChallengedRequest = Omit<SignedRequest, 'timestamp' | 'nonce'>;

export interface Challenge {
  /** Sealed text, so that nothing is stored until the challenge is used. */
  readonly requestId: string;
  readonly payloadToSign: string;
}

export interface OpenedChallenge {
  readonly payloadToSign: string;
  /** Recorded when the challenge is first used. */
  readonly nonce: string;
}

/** Makes a challenge for a request (specification, Authentication, Challenge flow, step 1). */
export function issueChallenge(
  sealingKeys: SealingKeys,
  request: ChallengedRequest,
  nonce: string,
  now: number,
): Challenge {
  const timestamp = Math.floor(now / 1000).toString();
  const payloadToSign = canonicalString({ ...request, timestamp, nonce });
  const sealed = { h: sha256Hex(payloadToSign), t: timestamp, n: nonce };
  return { requestId: seal(sealingKeys, 'challenge', JSON.stringify(sealed)), payloadToSign };
}

/**
 * Opens a challenge that was sent back with a request.
 * @returns undefined if it was not issued here or was issued for another request; `expired` depends on its age alone,
 * so that it reveals nothing about the original request
 */
export function unsealChallenge(
  sealingKeys: SealingKeys,
  request: ChallengedRequest,
  requestId: string,
  now: number,
): OpenedChallenge | 'expired' | undefined {
  const text = unseal(sealingKeys, 'challenge', requestId);
  if (text === undefined) return undefined;
  const { h, t, n } = JSON.parse(text) as { h: string; t: string; n: string };
  const payloadToSign = canonicalString({ ...request, timestamp: t, nonce: n });
  if (Number(t) * 1000 + challengeLifetimeMs <= now) return 'expired';
  if (sha256Hex(payloadToSign) !== h) return undefined;
  return { payloadToSign, nonce: n };
}
