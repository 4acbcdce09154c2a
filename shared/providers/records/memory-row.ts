import { sha256Hex } from '../../ground/signatures/canonical.ts';
import { ttlSeconds } from '../../ground/time/clock.ts';

/** A table can be restored to any second of the last 35 days, and somebody has to look into it afterwards. */
export const rememberedMs = 45 * 24 * 60 * 60 * 1000;

/** The `ttl` of a row with which the sandbox remembers what it was asked at a time, milliseconds. */
export function forgottenAt(askedAt: number): number {
  return ttlSeconds(askedAt + rememberedMs);
}

/** SHA-256 of a call, by which a second one under its key is compared. @param parts what may not differ between them */
export function callHash(parts: readonly unknown[]): string {
  return sha256Hex(JSON.stringify(parts));
}
