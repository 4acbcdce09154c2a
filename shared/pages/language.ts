export const languages = ['en', 'de', 'es', 'fr', 'pt-BR'] as const;
export type Language = (typeof languages)[number];

/**
 * The language of a page's texts, and the locale of its numbers and dates: the reader's own if it has that language.
 */
export interface Locale {
  readonly language: Language;
  /** BCP 47. */
  readonly locale: string;
}

/** Longer than any browser sends. The rest is not read. */
const longestHeader = 500;

/**
 * Chooses the language: the one requested in the address, otherwise the browser's first preference that we have,
 * otherwise English.
 * @param wanted from the address: `?lang=`
 * @param accepted the header Accept-Language
 */
export function negotiate(wanted: string | undefined, accepted = ''): Locale {
  const preferred = preferencesIn(accepted.slice(0, longestHeader));
  const chosen = wanted === undefined ? undefined : localeOf(wanted);
  // A reader in Zurich who requests German gets Swiss numbers.
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

/** @returns undefined for an invalid language tag, or a language that we do not have */
export function localeOf(tag: string): Locale | undefined {
  try {
    // Without extensions, so that nobody selects other digits or calendars for us.
    const { baseName, language: code } = new Intl.Locale(tag);
    const language = languages.find((known) => known.split('-')[0] === code);
    return language && { language, locale: baseName === 'pt' ? language : baseName };
  } catch {
    return undefined;
  }
}
