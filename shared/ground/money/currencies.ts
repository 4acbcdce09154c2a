/** ISO 4217 minor-unit exponents of the currencies that Sluice handles. A currency not listed is refused at the edge. */
const EXPONENTS: Readonly<Record<string, number>> = {
  BRL: 2,
  EUR: 2,
  GBP: 2,
  INR: 2,
  MXN: 2,
  NGN: 2,
  PHP: 2,
  USD: 2,
};

export const currencies: readonly string[] = Object.keys(EXPONENTS);

/** Decimal places of a currency, or undefined when Sluice does not handle it. */
export function exponentOf(currency: string): number | undefined {
  return Object.hasOwn(EXPONENTS, currency) ? EXPONENTS[currency] : undefined;
}

/** ISO 4217's codes for "no currency" and for testing. */
const NOT_MONEY: ReadonlySet<string> = new Set(['XXX', 'XTS']);
const isoCurrencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Whether a code names a currency in ISO 4217, whether or not Sluice handles that currency. */
export function isIsoCurrency(code: string): boolean {
  return isoCurrencies.has(code) && !NOT_MONEY.has(code);
}
