const PLACES = 4;

/** Matches 0 to 100 percent, with at most four decimal places. */
export const taxRatePattern = /^(?:(?:0|[1-9]\d?)(?:\.\d{1,4})?|100(?:\.0{1,4})?)$/;

/** 100 percent, in the units of a tax rate. */
export const wholeRate = 100n * 10n ** BigInt(PLACES);

/**
 * Reads a tax rate in percent.
 * @returns ten-thousandths of a percent, 0 to `wholeRate`; undefined for a text that is not a tax rate
 */
export function parseTaxRate(text: string): bigint | undefined {
  if (!taxRatePattern.test(text)) return undefined;
  const [whole = '', places = ''] = text.split('.');
  return BigInt(whole + places.padEnd(PLACES, '0'));
}
