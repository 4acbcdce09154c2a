import type { Locale } from '../../pages/language.ts';
import type { BankCorridor } from '../../ports/corridor.ts';

interface Country {
  /** ISO 3166 alpha-2. */
  readonly code: string;
  readonly name: string;
}

/** The countries of corridors, by name in the reader's language and sort order. */
export function countriesOf(corridors: readonly BankCorridor[], { locale }: Locale): Country[] {
  const { compare } = new Intl.Collator(locale);
  return [...new Set(corridors.map(({ country }) => country))]
    .map((code) => ({ code, name: countryName(code, locale) }))
    .sort((one, other) => compare(one.name, other.name));
}

export function countryName(code: string, locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
}

export function currencyName(code: string, locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'currency' }).of(code) ?? code;
}

/** The country in the browser's language settings, if it is one of these. */
export function likelyCountry(countries: readonly Country[], { locale }: Locale): string | undefined {
  const { region } = new Intl.Locale(locale);
  return countries.find(({ code }) => code === region)?.code;
}
