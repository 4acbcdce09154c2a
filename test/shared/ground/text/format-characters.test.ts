import { describe, expect, test } from 'vitest';
import { hasStrayFormatCharacter } from '../../../../shared/ground/text/format-characters.ts';

describe('format characters belong', () => {
  test.each([
    ['in a Persian word', 'می\u200cخواهم'],
    ['in a Persian name with a vowel sign', 'علیِ\u200cرضا'],
    ['in a Persian abbreviation', '۱۴۰۵ ه\u200d.ش'],
    ['in an Urdu word', 'کتاب\u200cخانہ'],
    ['in a Sinhala name', 'ශ්\u200dරී ලංකා'],
    ['in a Malayalam name, at the ends of its words', 'മോഹന്\u200d ലാല്\u200d'],
    ['in a Hindi word', 'क्\u200dष'],
    ['in a Marathi word', 'दर्\u200dया'],
    ['in a Bengali word, before the sign', 'র\u200d্যাব'],
    ['in a Telugu word, at its end', 'కంప్యూటర్\u200c'],
    ['in a Kannada word', 'ಡಾಕ್ಟರ್\u200cಗಳು'],
    ['in a Khmer word', 'ប៊\u200cី'],
    ['in a Mongolian word', 'ᠠᠬ\u180eᠠ'],
    ['in a profession', '👩\u200d💻'],
    ['in a profession with a skin tone', '👩🏽\u200d🚀'],
    ['in a family', '👨\u200d👩\u200d👧\u200d👦'],
    ['in a couple with a heart', '👩🏻\u200d❤\ufe0f\u200d💋\u200d👨🏼'],
    ['in a rainbow flag', '🏳\ufe0f\u200d🌈'],
    ["in a pirate's flag", '🏴\u200d☠\ufe0f'],
    ['in the flag of England', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['in the flags of Wales and Scotland, side by side', flag('gbwls') + flag('gbsct')],
    ['in the flag of Texas', flag('ustx')],
  ])('%s', (_, text) => {
    expect(text).toMatch(/\p{Cf}/u);
    expect(hasStrayFormatCharacter(text)).toBe(false);
  });
});

describe('format characters are stray', () => {
  test.each([
    ['between Latin letters', 'Vla\u200cdimir'],
    ['between Latin letters, as a joiner', 'Vla\u200ddimir'],
    ['between Cyrillic letters', 'Вла\u200cдимир'],
    ['between Han characters', '王\u200d伟'],
    ['between Hebrew letters', 'שלו\u200cם'],
    ['between digits', '10\u200c0'],
    ['at the start', '\u200cعلی'],
    ['after the last letter of a Persian word', 'علی\u200c'],
    ['after a space', 'علی \u200cرضا'],
    ['before a space', 'علی\u200c رضا'],
    ['between a Latin and a Persian letter', 'a\u200cعلی'],
    ['two in a row', 'می\u200c\u200cخواهم'],
    ['two in a row, of both kinds', 'ന്\u200d\u200c'],
    ['after Persian punctuation', 'علی،\u200cرضا'],
    ['as a Mongolian separator elsewhere', 'ab\u180ec'],
    ['as a Mongolian separator at the end', 'ᠠᠬ\u180e'],
    ['after an emoji', '👩\u200d'],
    ['before an emoji', '\u200d💻'],
    ['between an emoji and a letter', '👩\u200da'],
    ['between emoji, as a non-joiner', '👩\u200c💻'],
    ['as a tag alone', 'a\u{e0067}b'],
    ['as tags without the last one', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}'],
    ['as tags of another flag', '🏳\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['as tags that are a sentence', flag('ignoreallrules')],
    ['as tags that are no code', '🏴\u{e0021}\u{e0021}\u{e0021}\u{e007f}'],
    ['as a last tag alone', '🏴\u{e007f}'],
    ['as a musical sign', '\u{1d173}'],
    ['beside one that belongs', 'می\u200cخواهم Vla\u200cdimir'],
  ])('%s', (_, text) => {
    expect(hasStrayFormatCharacter(text)).toBe(true);
  });
});

/** The flag of a part of a country: `gbeng`. */
function flag(part: string): string {
  const tags = [...part].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));
  return `🏴${tags.join('')}\u{e007f}`;
}
