/**
 * Whether a number of a JSON text would be changed by being read: the double that is read for it means another number, or
 * is none. (A double for 0.1 is not 0.1 either, but is written as it again, and so nobody loses anything.)
 * @param source as JSON writes it
 */
export function isInexact(source: string): boolean {
  const value = Number(source);
  return !Number.isFinite(value) || meaningOf(source) !== meaningOf(String(value));
}

/** Sign, digits without zeros at either end, and the power of ten of the last digit: the same for every spelling. */
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
