import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares in a time that reveals nothing about the secret, not even its length. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
