import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../../../shared/checkout/page/formats.ts';
import { type Language, languages, negotiate, textsOf } from '../../../../shared/checkout/page/language.ts';
import { en, type TextKey } from '../../../../shared/checkout/page/texts/en.ts';

const keys = Object.keys(en) as TextKey[];
const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

describe.each(languages)('the texts in %s', (language) => {
  test('have the keys of the others, in their order', () => {
    expect(Object.keys(textsOf[language])).toEqual(keys);
  });

  test.each(keys)('%s is a text with the same placeholders', (key) => {
    expect(textsOf[language][key].trim()).not.toBe('');
    expect(placeholders(textsOf[language][key])).toEqual(placeholders(en[key]));
  });
});

describe('the language of a page', () => {
  test.each([
    ['de-CH,de;q=0.9,en;q=0.8', 'de', 'de-CH'],
    ['pt', 'pt-BR', 'pt-BR'],
    ['pt-PT', 'pt-BR', 'pt-PT'],
    ['ja, fr;q=0.5, es;q=0.7', 'es', 'es'],
    ['es;q=0, fr;q=0.1', 'fr', 'fr'],
    ['EN-gb', 'en', 'en-GB'],
    ['fr-u-nu-arab', 'fr', 'fr'],
    ['*', 'en', 'en'],
    ['', 'en', 'en'],
    ['ja', 'en', 'en'],
    ['de;q=x', 'en', 'en'],
    ['../../etc, <script>, \u0000', 'en', 'en'],
    [`${'x-,'.repeat(50_000)}de`, 'en', 'en'],
  ])('of %j is %s, with numbers of %s', (accepted, language, locale) => {
    expect(negotiate(undefined, accepted)).toEqual({ language, locale });
  });

  test('is the one that the address asks for, with the numbers of the buyer’s own country', () => {
    expect(negotiate('de', 'en, de-CH;q=0.5')).toEqual({ language: 'de', locale: 'de-CH' });
    expect(negotiate('pt-BR', 'de')).toEqual({ language: 'pt-BR', locale: 'pt-BR' });
    expect(negotiate('xx', 'de')).toEqual({ language: 'de', locale: 'de' });
    expect(negotiate('"><script>', '')).toEqual({ language: 'en', locale: 'en' });
  });
});

describe('amounts and times', () => {
  const at = Date.UTC(2026, 2, 1, 15, 4);
  // A Node without all of CLDR would write them as in English.
  test.each<[Language | 'de-CH', string, string, string]>([
    ['en', '$1,234.50', '7.25%', 'March 1, 2026 at 3:04 PM UTC'],
    ['de', '1.234,50 $', '7,25 %', '1. März 2026 um 15:04 UTC'],
    ['de-CH', "$ 1'234.50", '7.25%', '1. März 2026 um 15:04 UTC'],
    ['es', '1234,50 US$', '7,25 %', '1 de marzo de 2026 a las 15:04 UTC'],
    ['fr', '1 234,50 $US', '7,25 %', '1 mars 2026 à 15:04 UTC'],
    ['pt-BR', 'US$ 1.234,50', '7,25%', '1 de março de 2026 às 15:04 UTC'],
  ])('in %s are written as there', (language, money, percent, time) => {
    const words = wordsOf(negotiate(undefined, language));
    const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
    expect(plain(words.money(123_450n, 'USD'))).toBe(money);
    expect(plain(words.percent('7.25'))).toBe(percent);
    expect(plain(words.time(at))).toBe(time);
  });

  test('have the places of the currency, exactly, however large', () => {
    const { money } = wordsOf(negotiate('en', ''));
    expect(money(1_234n, 'JPY')).toBe('¥1,234');
    expect(money(1_234n, 'KWD')).toBe('KWD\u00a01.234');
    expect(money(900_719_925_474_099_312n, 'USD')).toBe('$9,007,199,254,740,993.12');
    expect(money(5n, 'ISK')).toBe('ISK\u00a05');
  });
});
