/**
 * The currency that a column names: that of the amount, of the debit (`source`), or of the account (`destination`).
 */
export type CurrencySide = 'amount' | 'source' | 'destination';

/** A currency that a line names in addition to its amount. */
export interface NamedCurrency {
  readonly side: CurrencySide;
  /** The name in the file. */
  readonly column: string;
  /** ISO 4217 code in capital letters. */
  readonly code: string;
}

/** The names of the sides in `--map`. They are compared with the payment and not sent. */
export const currencyFields: Readonly<Record<string, CurrencySide>> = {
  currency: 'amount',
  sourceCurrency: 'source',
  destinationCurrency: 'destination',
};

/** A column, or another named value, that contains a currency. */
export interface NamesCurrency {
  readonly currency: CurrencySide;
  /** The side that `--map` names. */
  readonly isMapped: boolean;
}

/** If there is only one currency next to an amount, it is that of the amount, whatever other tools call it. */
export function sideAmong({ currency, isMapped }: NamesCurrency, count: number): CurrencySide {
  return count === 1 && !isMapped ? 'amount' : currency;
}

/** Words for currency in the headers of other tools and languages, without marks. Short ones must be a word. */
const inWord =
  /currenc|iso4217|wahrung|waehrung|devise|monnaie|moneda|divisa|moeda|valut|waluta|doviz|parabirim|penznem|валют|νομισμα|通貨|通货|货币|貨幣|币种|幣種|통화|عملة/u;
const asWord = /^(cur|curr|ccy|crncy|fx|mena)$/;

const sourceWord = /^(source|from|debit|debited|sender|sending|sent|funding|origin|quelle|quell|von|buy)$/;
const destinationWord =
  /^(destination|target|to|credit|recipient|beneficiary|receive|received|receiver|receiving|payee|account|ziel|empfanger|sell)$/;

/** The side that a name indicates; undefined if it does not name a currency. */
export function currencySideOf(name: string): CurrencySide | undefined {
  const words = wordsOf(name);
  if (!words.some((word) => asWord.test(word)) && !inWord.test(words.join(''))) return undefined;
  if (words.some((word) => sourceWord.test(word))) return 'source';
  if (words.some((word) => destinationWord.test(word))) return 'destination';
  return 'amount';
}

/** `sourceCurrency`, `Source currency` and `SOURCE_CURRENCY` are the same two words. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

const isoCodes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Whether values can only be currencies, regardless of the name of their column. */
export function areCurrencies(values: readonly string[]): boolean {
  return values.length > 0 && values.every((value) => isoCodes.has(value));
}

/** The code in a cell, in capital letters; undefined if it is not a code. */
export function codeOf(cell: unknown): string | undefined {
  return typeof cell === 'string' && /^[A-Za-z]{3}$/.test(cell.trim()) ? cell.trim().toUpperCase() : undefined;
}
