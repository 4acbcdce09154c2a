import { exponentOf } from '../../ground/money/currencies.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { type Locale, textsOf } from './language.ts';
import type { TextKey } from './texts/en.ts';

/** Says one language: texts, amounts and times as its readers write them. */
export interface Words {
  readonly locale: Locale;
  text(key: TextKey, values?: Readonly<Record<string, string>>): string;
  /** @param minor minor units */
  money(minor: bigint, currency: string): string;
  number(value: number): string;
  /** @param rate percent, as a decimal: `7.5` */
  percent(rate: string): string;
  /** To the minute, in UTC: the buyer's time zone is not known here. */
  time(ms: number): string;
}

export function wordsOf(chosen: Locale): Words {
  const { language, locale } = chosen;
  return {
    locale: chosen,
    text: (key, values = {}) => fill(textsOf[language][key], values),
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

/** Intl formats decimal texts exactly; a number would be rounded. */
function decimal(text: string): Intl.StringNumericLiteral {
  return text as Intl.StringNumericLiteral;
}

/** Replaces `{names}`. A value is never read for names again. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}
