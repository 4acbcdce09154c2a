/** Eight hexadecimal digits hold this many bits. */
const bits = 32;

/**
 * Turns a random token into a fraction of one. Different tokens yield different fractions, so that attempts that failed
 * together are not repeated together.
 */
export function jitterFraction(token: string): number {
  return Number.parseInt(token.slice(0, bits / 4), 16) / 2 ** bits;
}
