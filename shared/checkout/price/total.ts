import { parseTaxRate, wholeRate } from './tax-rate.ts';

/** The largest number of base units that a JSON number can hold exactly. Code that records money stays below it. */
export const mostBaseUnits = BigInt(Number.MAX_SAFE_INTEGER);

/** The values that determine a link's total. */
export interface PriceTerms {
  readonly items: readonly { readonly quantity: number; readonly unitAmount: bigint }[];
  /** Percentage in the form of `TaxRateText`. Absent if there is no tax. */
  readonly taxRate?: string | undefined;
  /** Whether the unit amounts include the tax. */
  readonly taxInclusive: boolean;
}

/** A total in minor units of the price's currency. */
export interface Total {
  /** The amount that the buyer pays. */
  readonly total: bigint;
  /** The tax included in the total. */
  readonly tax: bigint;
}

/** Computes the total of a price. Tax is rounded once, on the sum of all items, half up. */
export function totalOf({ items, taxRate = '0', taxInclusive }: PriceTerms): Total {
  const rate = parseTaxRate(taxRate);
  if (rate === undefined) throw new Error(`no tax rate: ${taxRate}`);
  const sum = items.reduce((subtotal, { quantity, unitAmount }) => subtotal + BigInt(quantity) * unitAmount, 0n);
  if (taxInclusive) return { total: sum, tax: divideHalfUp(sum * rate, wholeRate + rate) };
  const tax = divideHalfUp(sum * rate, wholeRate);
  return { total: sum + tax, tax };
}

function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
