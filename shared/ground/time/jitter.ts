/** A whole number below two to this power fits in eight hexadecimal digits. */
const bits = 32;

/**
 * Turns a random token into a fraction of one. Each token yields a different one, so that attempts that failed together
 * are not repeated together.
 */
export function jitterFraction(token: string): number {
  return Number.parseInt(token.slice(0, bits / 4), 16) / 2 ** bits;
}
