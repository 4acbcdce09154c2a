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
  for (const character of [...alike, '\u{110bd}', '\u{e0041}']) {
    const text = `a${character}b`;
    expect(isTaken(remark(4), text), JSON.stringify(text)).toBe(isTaken(label(4), text));
  }
  for (const text of ['a\nb', 'a\r\nb']) expect(remark(4).parse(text)).toBe(text);
  expect(['', ' \n '].map((text) => remark(4).parse(text))).toEqual([undefined, undefined]);
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
