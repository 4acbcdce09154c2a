import { expect, test } from 'vitest';
import { hasStrayFormatCharacter as inService } from '../../../shared/ground/text/format-characters.ts';
import { hasStrayFormatCharacter } from '../src/input/format-characters.ts';

test('format characters belong where the service takes them, between any two characters', () => {
  const code = Array.from({ length: 0x20000 }, (_, code) => code).filter((one) => one < 0xd800 || one > 0xdfff);
  const texts = code
    .map((one) => String.fromCodePoint(one))
    .flatMap((one) =>
      ['\u180e', '\u200c', '\u200d'].flatMap((joiner) => [`${one}${joiner}${one}`, `ക${joiner}${one}`]),
    );
  expect(texts.filter((text) => hasStrayFormatCharacter(text) !== inService(text))).toEqual([]);
  expect(texts.filter((text) => !inService(text)).length).toBeGreaterThan(1_000);
});
