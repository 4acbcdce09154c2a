export const languages = ['en', 'de', 'es', 'fr', 'pt-BR'] as const;
export type Language = (typeof languages)[number];

/** The language of a page's texts, and the locale of its numbers and dates: the reader's own where it is of that language. */
export interface Locale {
  readonly language: Language;
  /** BCP 47. */
  readonly locale: string;
}

/** Longer than any browser sends; what comes behind it is not read. */
const longestHeader = 500;

/**
 * Chooses the language: the one that the address asks for, else the first that the browser prefers and we have, else
 * English.
 * @param wanted of the address: `?lang=`
 * @param accepted the header Accept-Language
 */
export function negotiate(wanted: string | undefined, accepted = ''): Locale {
  const preferred = preferencesIn(accepted.slice(0, longestHeader));
  const chosen = wanted === undefined ? undefined : localeOf(wanted);
  // Whoever asks for German in Zurich reads Swiss numbers.
  if (chosen) return preferred.find(({ language }) => language === chosen.language) ?? chosen;
  return preferred[0] ?? { language: 'en', locale: 'en' };
}

function preferencesIn(header: string): Locale[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(/\s*;\s*/);
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return { tag, weight: Number(weight) };
    })
    .filter(({ weight }) => weight > 0 && weight <= 1)
    .sort((a, b) => b.weight - a.weight)
    .flatMap(({ tag }) => localeOf(tag) ?? []);
}

/** @returns undefined for what is no language tag, or of no language that we have */
export function localeOf(tag: string): Locale | undefined {
  try {
    // Without extensions: nobody chooses other digits or calendars for us.
    const { baseName, language: code } = new Intl.Locale(tag);
    const language = languages.find((known) => known.split('-')[0] === code);
    return language && { language, locale: baseName === 'pt' ? language : baseName };
  } catch {
    return undefined;
  }
}
