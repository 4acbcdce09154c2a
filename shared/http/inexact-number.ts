/**
 * Tells whether reading a number in a JSON text would change it, because the double that represents it has another
 * value or does not exist. (A double for 0.1 is not exactly 0.1 either, but it is written as 0.1 again, so nothing is
 * lost.)
 * @param source as written in JSON
 */
export function isInexact(source: string): boolean {
  const value = Number(source);
  return !Number.isFinite(value) || meaningOf(source) !== meaningOf(String(value));
}

/**
 * Returns sign, digits without leading and trailing zeros, and the power of ten of the last digit. The result is the
 * same for every spelling of a number.
 */
function meaningOf(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = whole + fraction;
  let [start, end] = [0, digits.length];
  while (digits[start] === '0') start += 1;
  while (end > start && digits[end - 1] === '0') end -= 1;
  if (start === end) return `${sign}0`;
  const power = Number(exponent) - fraction.length + (digits.length - end);
  return `${sign}${digits.slice(start, end)}e${power}`;
}
