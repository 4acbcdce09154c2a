import { expect, test } from 'vitest';
import { label, remark } from '../../../shared/contract/fields.ts';

test('a label refuses control and format characters, and no others', () => {
  const schema = label(3);
  const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  const refused = characters.filter((character) =>
    schema
      .safeParse(`a${character}b`)
      .error?.issues.some(({ message }) => message === 'has control or format characters'),
  );

  // Those at the ends are spaces to `trim`, or stand between letters here.
  expect(refused).toEqual(characters.filter((character) => /[\p{Cc}\p{Cf}]/u.test(character)));
});

test('a remark refuses the same, but line breaks', () => {
  const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  const alike = characters.filter((character) => !'\r\n'.includes(character));
  const isTaken = (schema: ReturnType<typeof label | typeof remark>, text: string) => schema.safeParse(text).success;
  const [ofLabel, ofRemark] = [label(4), remark(4)];
  const texts = [...alike, '\u{110bd}', '\u{e0041}'].map((character) => `a${character}b`);
  expect(texts.filter((text) => isTaken(ofRemark, text) !== isTaken(ofLabel, text))).toEqual([]);
  for (const text of ['a\nb', 'a\r\nb']) expect(remark(4).parse(text)).toBe(text);
  expect(['', ' \n '].map((text) => remark(4).parse(text))).toEqual([undefined, undefined]);
});

test('a label takes joiners and tags where a script, an emoji or a flag needs them', () => {
  for (const text of [
    'می\u200cخواهم',
    'ශ්\u200dරී',
    'മോഹന്\u200d',
    '👩🏽\u200d🚀',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  ]) {
    expect(label(255).parse(text)).toBe(text);
    expect(remark(255).parse(text)).toBe(text);
  }
});

test('a label refuses marks of direction wherever they stand', () => {
  for (const mark of ['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069']) {
    for (const text of [`a${mark}b`, `ع${mark}ل`, `👩${mark}💻`])
      expect(label(255).safeParse(text).success).toBe(false);
  }
});

test('a label refuses what nobody sees', () => {
  for (const text of ['\u3164', '\ufe0f', ' \u034f\u115f ', '\u180b\u180e\u180b']) {
    expect(
      label(255)
        .safeParse(text)
        .error?.issues.map(({ message }) => message),
    ).toEqual(['has no visible characters']);
  }
});

test('a label tells once of a character that it refuses', () => {
  for (const character of ['\u0000', '\u200b', '\u{e0001}']) {
    expect(label(5).safeParse(`a${character}b`).error?.issues).toHaveLength(1);
  }
});

test('a label refuses format characters of the other planes, too', () => {
  for (const character of ['\u{110bd}', '\u{13430}', '\u{1bca0}', '\u{1d173}', '\u{e0001}', '\u{e0041}']) {
    expect(label(5).safeParse(`a${character}b`).success).toBe(false);
  }
});
