/** A whole number below two to this power fits eight hexadecimal digits. */
const bits = 32;

/** A random token as a fraction of one, another for each: so that what failed together does not come back together. */
export function fractionOf(token: string): number {
  return Number.parseInt(token.slice(0, bits / 4), 16) / 2 ** bits;
}
