import { describe, expect, test } from 'vitest';
import type { Language } from '../../../shared/pages/language.ts';
import { withPageTexts } from '../../../shared/pages/texts.ts';
import { chooseWords } from '../../../shared/pages/words.ts';

const own = { hello: 'Hello {name}!' };
const texts = withPageTexts({ en: own, de: own, es: own, fr: own, 'pt-BR': own });
const wordsIn = (acceptLanguage: string) => chooseWords(texts, { acceptLanguage }).words;

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
    const words = wordsIn(language);
    const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
    expect(plain(words.money(123_450n, 'USD'))).toBe(money);
    expect(plain(words.percent('7.25'))).toBe(percent);
    expect(plain(words.time(at))).toBe(time);
  });

  test('have the places of the currency, exactly, however large', () => {
    const { money } = wordsIn('en');
    expect(money(1_234n, 'JPY')).toBe('¥1,234');
    expect(money(1_234n, 'KWD')).toBe('KWD\u00a01.234');
    expect(money(900_719_925_474_099_312n, 'USD')).toBe('$9,007,199,254,740,993.12');
    expect(money(5n, 'ISK')).toBe('ISK\u00a05');
  });
});

describe('a name in a text', () => {
  const { text } = wordsIn('en');

  test('that is written from right to left is kept apart from the words and signs around it', () => {
    expect(text('hello', { name: 'דפוס צפון' })).toBe('Hello \u2068דפוס צפון\u2069!');
    expect(text('hello', { name: 'ورق الشمال (1)' })).toBe('Hello \u2068ورق الشمال (1)\u2069!');
  });

  test('that is written from left to right stays as it is, and is not read for names again', () => {
    expect(text('hello', { name: 'Ωmega 東京' })).toBe('Hello Ωmega 東京!');
    expect(text('hello', { name: '{name}' })).toBe('Hello {name}!');
  });
});
