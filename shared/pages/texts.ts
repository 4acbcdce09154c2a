import { type Language, languages } from './language.ts';
import { de } from './texts/de.ts';
import { en, type PageText, type PageTexts } from './texts/en.ts';
import { es } from './texts/es.ts';
import { fr } from './texts/fr.ts';
import { ptBr } from './texts/pt-br.ts';

/** Texts by key, in each language. */
export type TextsIn<Key extends string> = Readonly<Record<Language, Readonly<Record<Key, string>>>>;

const pageTexts: Readonly<Record<Language, PageTexts>> = { en, de, es, fr, 'pt-BR': ptBr };

/** Adds the texts that every page shows to those of one kind of page. */
export function withPageTexts<Key extends string>(own: TextsIn<Key>): TextsIn<Key | PageText> {
  const both = languages.map((language) => [language, { ...pageTexts[language], ...own[language] }]);
  return Object.fromEntries(both);
}

/** @returns the name of a language, in that language */
export function nameOf(language: Language): string {
  return pageTexts[language].languageName;
}
