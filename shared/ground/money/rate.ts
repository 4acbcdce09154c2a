import { exponentOf } from './currencies.ts';

const PLACES = 8;
const RATE = /^(\d{1,9})(?:\.(\d{1,8}))?$/;

/** A rate as an exact fraction of minor units: `destination = source * numerator / denominator`. */
export interface ExactRate {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Reads a positive decimal rate with at most 8 decimal places between two currencies. Undefined for any other text. */
export function parseRate(text: string, source: string, destination: string): ExactRate | undefined {
  const match = RATE.exec(text);
  const sourceExponent = exponentOf(source);
  const destinationExponent = exponentOf(destination);
  if (!match || sourceExponent === undefined || destinationExponent === undefined) return undefined;
  const scaled = BigInt((match[1] ?? '') + (match[2] ?? '').padEnd(PLACES, '0'));
  if (scaled === 0n) return undefined;
  return {
    numerator: scaled * 10n ** BigInt(destinationExponent),
    denominator: 10n ** BigInt(PLACES + sourceExponent),
  };
}

/** Converts a source amount. The result is rounded down to a whole minor unit, so that no money is created. */
export function convert(sourceMinor: bigint, { numerator, denominator }: ExactRate): bigint {
  return (sourceMinor * numerator) / denominator;
}

/** The smallest source amount that converts to at least the destination amount, rounded up to a whole minor unit. */
export function convertBack(destinationMinor: bigint, { numerator, denominator }: ExactRate): bigint {
  const product = destinationMinor * denominator;
  return (product + numerator - 1n) / numerator;
}
