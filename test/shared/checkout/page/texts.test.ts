import { describe, expect, test } from 'vitest';
import { methods } from '../../../../shared/checkout/methods/methods.ts';
import { textsOf } from '../../../../shared/checkout/page/texts.ts';
import { languages } from '../../../../shared/pages/language.ts';

const keys = Object.keys(textsOf.en) as (keyof typeof textsOf.en)[];
const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

describe.each(methods.flatMap(({ kind, panel }) => languages.map((language) => ({ kind, language, panel }))))(
  'what pages show of $kind in $language',
  ({ panel: { texts }, language }) => {
    test.each(['name', 'next', 'button'] as const)('%s is a text with the same placeholders', (key) => {
      expect(texts[language][key].trim()).not.toBe('');
      expect(placeholders(texts[language][key])).toEqual(placeholders(texts.en[key]));
    });
  },
);

describe.each(languages)('the texts in %s', (language) => {
  test('have the keys of the others, in their order', () => {
    expect(Object.keys(textsOf[language])).toEqual(keys);
  });

  test.each(keys)('%s is a text with the same placeholders', (key) => {
    expect(textsOf[language][key].trim()).not.toBe('');
    expect(placeholders(textsOf[language][key])).toEqual(placeholders(textsOf.en[key]));
  });
});
