import * as z from 'zod';
import { AmountText } from '../../contract/fields.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { formatAmount, parseAmount } from '../../ground/money/money.ts';
import type { PricedPayout } from '../pricing/price-payout.ts';

const PLACES = 8;
const ONE = 10n ** BigInt(PLACES);

export const ExpectDestination = z
  .strictObject({
    amount: AmountText.meta({ description: 'The amount that should arrive, in the currency of the account.' }),
    tolerance: z
      .string()
      .regex(/^(0(\.\d{1,8})?|1(\.0{1,8})?)$/, 'is not a decimal fraction from 0 to 1')
      .default('0')
      .meta({ description: 'How much less may arrive, as a fraction of the amount. `0.01` is one percent.' }),
  })
  .meta({ id: 'ExpectDestination', description: 'Refuses the payout if the price has become worse than this.' });

export type Expected = z.infer<typeof ExpectDestination> | undefined;

/**
 * Reads what the caller expects to arrive, in minor units.
 * @throws ServiceError QUOTE_UNVERIFIABLE (the expected amount is zero, or has more places than the currency)
 */
export function readExpected(expected: Expected, currency: string): bigint | undefined {
  if (!expected) return undefined;
  const amount = parseAmount(expected.amount, currency);
  if (amount) return amount;
  throw new ServiceError('QUOTE_UNVERIFIABLE', `expectDestination.amount is not an amount in ${currency}`);
}

/**
 * Checks a price against what the caller expects to arrive. A larger amount is always accepted.
 * @throws ServiceError RATE_DRIFT_EXCEEDED, and that of `readExpected`
 */
export function refuseDrift(
  expected: Expected,
  { destinationAmount, destinationCurrency }: Pick<PricedPayout, 'destinationAmount' | 'destinationCurrency'>,
): void {
  const amount = readExpected(expected, destinationCurrency);
  if (!expected || amount === undefined) return;
  if (destinationAmount * ONE >= amount * (ONE - parseFraction(expected.tolerance))) return;
  const arrives = `${formatAmount(destinationAmount, destinationCurrency)} ${destinationCurrency}`;
  throw new ServiceError('RATE_DRIFT_EXCEEDED', `${arrives} would arrive, less than expectDestination allows`);
}

/** Default tolerance if the caller did not state what is expected: one percent less may arrive. */
const usualTolerance = ONE / 100n;

/** The least that may arrive at a later price, in minor units, rounded up. @throws ServiceError that of `readExpected` */
export function leastDestination(
  expected: Expected,
  { destinationAmount, destinationCurrency }: Pick<PricedPayout, 'destinationAmount' | 'destinationCurrency'>,
): bigint {
  const amount = readExpected(expected, destinationCurrency);
  const [wanted, tolerance] =
    expected && amount !== undefined
      ? [amount, parseFraction(expected.tolerance)]
      : [destinationAmount, usualTolerance];
  return (wanted * (ONE - tolerance) + ONE - 1n) / ONE;
}

/** A decimal fraction as an exact integer, in units of its last place (`PLACES`). */
function parseFraction(text: string): bigint {
  const [whole = '', places = ''] = text.split('.');
  return BigInt(whole + places.padEnd(PLACES, '0'));
}
