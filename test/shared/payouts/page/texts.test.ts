import { describe, expect, test } from 'vitest';
import { languages } from '../../../../shared/pages/language.ts';
import { textsOf } from '../../../../shared/payouts/page/texts.ts';

const keys = Object.keys(textsOf.en) as (keyof typeof textsOf.en)[];
const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

describe.each(languages)('the texts in %s', (language) => {
  test('have the keys of the others, in their order', () => {
    expect(Object.keys(textsOf[language])).toEqual(keys);
  });

  test.each(keys)('%s is a text with the same placeholders', (key) => {
    expect(textsOf[language][key].trim()).not.toBe('');
    expect(placeholders(textsOf[language][key])).toEqual(placeholders(textsOf.en[key]));
  });
});
