import { describe, expect, test } from 'vitest';
import { negotiate } from '../../../shared/pages/language.ts';

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
