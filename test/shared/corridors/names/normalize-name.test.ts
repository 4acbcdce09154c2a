import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isComparable, normalizeName } from '../../../../shared/corridors/names/normalize-name.ts';

describe('a normalized name', () => {
  test.each([
    ['DOE, John Q.', 'doe john q'],
    ['O’Neill-Łukasz, José', 'oneill lukasz jose'],
    ['Straße & Søn', 'strasse son'],
    ['İbrahim ŞİMŞEK', 'ibrahim simsek'],
    ['ＫＩＭ　Ｊｏｎｇ', 'kim jong'],
    ['K\u200bim\u00ad \u202eJong\ufeff', 'kim jong'],
    ['Кіm Јоng', 'kim jong'],
    ['Ɗanladi ᴋɪᴍ 🅺im', 'danladi kim kim'],
    ['  ', ''],
  ])('of %j is %j', (name, normalized) => {
    expect(normalizeName(name)).toBe(normalized);
  });

  test('is its own', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
        const once = normalizeName(name);
        expect(normalizeName(once)).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a name that can be compared', () => {
  test.each(['Vlаdimir Putin', 'Владимирz Путин', 'Ada محمدx', '王伟', 'Γιώργος', '12345', '', 'ʇutin'])(
    'is not %j',
    (name) => {
      expect(isComparable(name)).toBe(false);
    },
  );

  test.each([
    'Владимир Путин',
    'محمد علي',
    'Їжак Ґалаґан',
    'ООО Romashka',
    'Łukasz Wójcik',
    'Nguyễn Thị Hoa',
    'Saʿid',
    'Ɗanladi',
    'Plan B 4 U Ltd.',
  ])('is %j', (name) => {
    expect(isComparable(name)).toBe(true);
  });
});
