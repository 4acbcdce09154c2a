import type { Corridor } from '../../../ports/corridor.ts';

type Rates = Readonly<Record<string, string>>;

/**
 * Units of each currency for one unit of the source currency, close to those of 2025. They never change, so that a test
 * can know what arrives. Exchanging back and forth loses money, as everywhere.
 */
const ratesFrom: Readonly<Record<string, Rates>> = {
  USD: {
    BRL: '5.45',
    EUR: '0.92',
    GBP: '0.79',
    INR: '85.5',
    MXN: '18.75',
    NGN: '1550',
    PHP: '57.25',
    USD: '1',
  },
  EUR: {
    EUR: '1',
    GBP: '0.8525',
    USD: '1.0825',
  },
};

/** The rate of a corridor, as a decimal string. @throws Error for a corridor that does not belong to the sandbox */
export function sandboxRate({ sourceCurrency, currency }: Corridor): string {
  const rate = ratesFrom[sourceCurrency]?.[currency];
  if (rate === undefined) throw new Error(`the sandbox has no rate for ${currency} from ${sourceCurrency}`);
  return rate;
}
