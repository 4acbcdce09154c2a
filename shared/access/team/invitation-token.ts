import { createHash, timingSafeEqual } from 'node:crypto';
import type { Invitation } from './team.ts';

/**
 * Returns the stored form of a token: its SHA-256 hash in hexadecimal. A token has 256 random bits, so no salt is
 * needed.
 */
export function hashToken(token: string): string {
  return digest(token).toString('hex');
}

/**
 * Finds the invitation that a token belongs to. The token is compared with every invitation in constant time, so that
 * the response time reveals nothing.
 */
export function invitationOf(invitations: readonly Invitation[], token: string): Invitation | undefined {
  const hash = digest(token);
  const [found] = invitations.filter(({ tokenHash }) => timingSafeEqual(Buffer.from(tokenHash, 'hex'), hash));
  return found;
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
