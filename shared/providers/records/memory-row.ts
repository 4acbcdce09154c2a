import { sha256Hex } from '../../ground/signatures/canonical.ts';
import { ttlSeconds } from '../../ground/time/clock.ts';

/** A table can be restored to any second of the last 35 days, and after that someone must have time to investigate. */
export const rememberedMs = 45 * 24 * 60 * 60 * 1000;

/** The `ttl` of a row in which the sandbox remembers a call that was made at a given time, in milliseconds. */
export function forgottenAt(askedAt: number): number {
  return ttlSeconds(askedAt + rememberedMs);
}

/**
 * SHA-256 of a call, to detect a different call under the same key.
 * @param parts what must be the same in both calls
 */
export function callHash(parts: readonly unknown[]): string {
  return sha256Hex(JSON.stringify(parts));
}
