import { exponentOf } from '../ground/money/currencies.ts';
import { formatAmount } from '../ground/money/money.ts';
import { type Language, type Locale, localeOf, negotiate } from './language.ts';
import type { PageText } from './texts/en.ts';
import type { TextsIn } from './texts.ts';

/** Formats texts, amounts and times for one language. */
export interface Words<Key extends string = PageText> {
  readonly locale: Locale;
  readonly text: (key: Key, values?: Readonly<Record<string, string>>) => string;
  /** @param minor minor units */
  readonly money: (minor: bigint, currency: string) => string;
  readonly number: (value: number) => string;
  /** @param text a decimal, written with all its digits: `0.917134` */
  readonly exact: (text: string) => string;
  /** @param rate a percentage as a decimal: `7.5` */
  readonly percent: (rate: string) => string;
  /** To the minute, in UTC, because the reader's time zone is not known here. */
  readonly time: (ms: number) => string;
}

/** What a request says about the language of its page. */
export interface LanguageRequest {
  /** The `lang` parameter. */
  readonly lang?: string | undefined;
  readonly acceptLanguage?: string | undefined;
}

/** Chooses the language of a page. `wanted` is the one requested in the address, which the page's links preserve. */
export function chooseWords<Key extends string>(
  texts: TextsIn<Key>,
  { lang, acceptLanguage }: LanguageRequest,
): { readonly words: Words<Key>; readonly wanted: Language | undefined } {
  const wanted = lang === undefined ? undefined : localeOf(lang)?.language;
  return { words: wordsOf(texts, negotiate(wanted, acceptLanguage)), wanted };
}

export function wordsOf<Key extends string>(texts: TextsIn<Key>, chosen: Locale): Words<Key> {
  const { language, locale } = chosen;
  return {
    locale: chosen,
    text: (key, values = {}) => fill(texts[language][key], values),
    money(minor, currency) {
      const places = exponentOf(currency) ?? 0;
      const style = {
        style: 'currency',
        currency,
        minimumFractionDigits: places,
        maximumFractionDigits: places,
      } as const;
      return new Intl.NumberFormat(locale, style).format(decimal(formatAmount(minor, currency)));
    },
    number: (value) => new Intl.NumberFormat(locale).format(value),
    exact: (text) => new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(decimal(text)),
    percent: (rate) => {
      const style = { style: 'unit', unit: 'percent', maximumFractionDigits: 4 } as const;
      return new Intl.NumberFormat(locale, style).format(decimal(rate));
    },
    time: (ms) => new Intl.DateTimeFormat(locale, timeStyle).format(ms),
  };
}

const timeStyle = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
} as const;

/** Intl formats decimal texts exactly. A number would be rounded. */
function decimal(text: string): Intl.StringNumericLiteral {
  return text as Intl.StringNumericLiteral;
}

/** Replaces `{names}`. Values are never searched for names. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => isolate(values[name] ?? placeholder));
}

/** A letter of a right-to-left script. */
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Keeps a right-to-left name from reordering the words and punctuation around it. */
function isolate(value: string): string {
  return rightToLeft.test(value) ? `\u2068${value}\u2069` : value;
}
