import { exponentOf } from '../../../ground/money/currencies.ts';
import type { CardAcquirer } from '../../../ports/card-acquirer.ts';

/**
 * Currencies that the sandbox's acquirer does not charge, as real ones do not; it also excludes currencies with four
 * decimal places.
 */
const notCharged = ['CUP', 'IRR', 'KPW', 'SYP'];

/** 0.50 to 999,999.99, or its equivalent: 50 to 99,999,999 without decimal places, 0.500 to 999,999.999 with three. */
export const sandboxRange: CardAcquirer['range'] = (currency) => {
  const places = exponentOf(currency);
  if (places === undefined || places > 3 || notCharged.includes(currency)) return undefined;
  return places === 3 ? { minimum: 500n, maximum: 999_999_999n } : { minimum: 50n, maximum: 99_999_999n };
};
