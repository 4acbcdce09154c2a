import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { latinForm } from '../../../../shared/corridors/names/latin-form.ts';

describe('the Latin form of a name', () => {
  test.each([
    ['Łukasz Gómez', 'Lukasz Gomez'],
    ['Jürgen Groß', 'Jurgen Gross'],
    ['ẞ Ærø Þór', 'Ss Aero Thor'],
    ['José Lima', 'Jose Lima'],
    ['Jose\u0301\u00a0Lima', 'Jose Lima'],
    ['O’Neill-Łukasz', "O'Neill-Lukasz"],
    ['Saʿid O´Hara', "Sa'id O'Hara"],
    ['Marie–Claire', 'Marie-Claire'],
    ['Nguyễn Thị Hoa', 'Nguyen Thi Hoa'],
    ['ＫＩＭ　Ｊｏｎｇ', 'KIM Jong'],
    ['İbrahim ŞİMŞEK', 'Ibrahim SIMSEK'],
    ['Ana\ufe0f Souza', 'Ana Souza'],
  ])('%j is %j', (name, latin) => {
    expect(latinForm(name)).toBe(latin);
  });

  test.each(['Владимир', 'محمد', '王伟', 'Ana 👩'])('%j has none and stays', (name) => {
    expect(latinForm(name)).toBe(name);
  });

  test('of a letter that only looks Latin is no Latin letter', () => {
    expect(latinForm('Аna')).toBe('Аna');
  });

  test.each(['\u1fef', '\u1ffd', 'O\u1fefBrian'])(
    'of %j has the one apostrophe, whatever code point it has',
    (name) => {
      expect(latinForm(name)).toBe(name.replace(/[^A-Za-z]/, "'"));
    },
  );

  test('is its own', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
        const once = latinForm(name);
        expect(latinForm(once)).toBe(once);
      }),
      { numRuns: 500 },
    );
  });
});
