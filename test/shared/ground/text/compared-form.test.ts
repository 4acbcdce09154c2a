import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparedForm, storedTexts } from '../../../../shared/ground/text/compared-form.ts';

/** Every character of Unicode but the halves of surrogate pairs. */
const characters = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

const anyText = fc.string({ unit: 'binary', maxLength: 40 });
const ignorable = fc.constantFrom(
  ...['\u00ad', '\u034f', '\u115f', '\u180b', '\u180e', '\u200b', '\u200c', '\u200d', '\u200e', '\u202e', '\u2060'],
  ...['\u3164', '\ufe0f', '\ufeff', '\uffa0', '\u{e0067}', '\u{e0100}'],
);
const space = fc.constantFrom('\t', '\n', '\u00a0', '\u1680', '\u2003', '\u2009', '\u202f', '\u2028', '\u3000');

describe('two texts are the same', () => {
  test.each([
    ['composed and decomposed', 'José', 'Jose\u0301'],
    ['composed and decomposed, in Korean', '한글', '한글'.normalize('NFD')],
    ['with marks in another order', 'a\u0323\u0307', 'a\u0307\u0323'],
    ['with a sign that Unicode has twice', '3 Å', '3 \u212b'],
    ['with another kind of space', 'RE 2026 001', 'RE\u00a02026\u3000001'],
    ['with and without a joiner', 'می\u200cخواهم', 'میخواهم'],
    ['with and without the joiners of an emoji', '👩\u200d💻', '👩💻'],
    ['with and without the presentation of an emoji', '❤\ufe0f', '❤'],
    ['with and without the tags of a flag', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', '🏴'],
    ['with and without a variant of a Han character', '葛\u{e0100}城', '葛城'],
    ['with and without a filler', 'line\u3164', 'line'],
    ['with a space before what is ignored', 'line \ufe0f', 'line'],
    ['with an ignored character between a letter and its mark', 'e\u034f\u0301', 'é'],
  ])('%s', (_, one, other) => {
    expect(comparedForm(one)).toBe(comparedForm(other));
  });
});

describe('two texts are not the same', () => {
  test.each([
    ['in another case', 'INV-1', 'inv-1'],
    ['in another width', 'ＩＮＶ', 'INV'],
    ['with one space more', 'RE 1', 'RE  1'],
    ['with letters that look alike', 'Кim', 'Kim'],
    ['with another hyphen', 'RE-1', 'RE\u20111'],
    ['with another accent', 'José', 'Jose'],
    ['with a ligature', 'ﬁ', 'fi'],
  ])('%s', (_, one, other) => {
    expect(comparedForm(one)).not.toBe(comparedForm(other));
  });
});

describe('a form', () => {
  test('is its own, of every character between letters and of any text', () => {
    const unstable = characters.filter((character) => {
      const form = comparedForm(`a${character}b`);
      return comparedForm(form) !== form;
    });
    expect(unstable).toEqual([]);
    fc.assert(
      fc.property(anyText, (text) => {
        const form = comparedForm(text);
        expect(comparedForm(form)).toBe(form);
      }),
      { numRuns: 5_000 },
    );
  });

  test('has no ignorable character, no space but U+0020, and none at its ends', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyText, ignorable, space)), (parts) => {
        const form = comparedForm(parts.join(''));
        expect(form).not.toMatch(/\p{Default_Ignorable_Code_Point}|[^ \P{White_Space}]|^ | $/u);
        expect(form).toBe(form.normalize('NFC'));
      }),
      { numRuns: 2_000 },
    );
  });

  test('is the same for every way to compose a text, and whatever ignorable characters stand in it', () => {
    fc.assert(
      fc.property(anyText, ignorable, fc.nat(), (text, character, at) => {
        const whole = [...text];
        const place = at % (whole.length + 1);
        const mixed = [...whole.slice(0, place), character, ...whole.slice(place)].join('');
        const form = comparedForm(text);
        expect(comparedForm(mixed)).toBe(form);
        expect(comparedForm(text.normalize('NFD'))).toBe(form);
        expect(comparedForm(text.normalize('NFC'))).toBe(form);
      }),
      { numRuns: 2_000 },
    );
  });

  test('of printable ASCII is the text, so that it is looked up once', () => {
    const ascii = fc.string({ unit: 'binary-ascii' }).filter((text) => /^(?! )[ -~]+(?<! )$/.test(text));
    fc.assert(
      fc.property(ascii, (text) => {
        expect(storedTexts(text)).toEqual([text]);
      }),
    );
  });

  test('grows to 6 bytes for a UTF-16 unit at most, so that a key of the table has room for 255 units', () => {
    const growth = (character: string) => Buffer.byteLength(comparedForm(character)) / character.length;
    expect(characters.reduce((most, character) => Math.max(most, growth(character)), 0)).toBe(6);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 255 }), (text) => {
        expect(Buffer.byteLength(comparedForm(text))).toBeLessThanOrEqual(6 * text.length);
      }),
    );
  });
});

test('a text may be stored as it was sent and in its form: the exact match comes first', () => {
  expect(storedTexts('Jose\u0301')).toEqual(['Jose\u0301', 'José']);
  expect(storedTexts('José')).toEqual(['José']);
});
