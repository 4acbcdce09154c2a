import { lookalikeOf } from './lookalikes.ts';
import { isTransliterable } from './transliterate.ts';

/** Latin letters that Unicode does not decompose into a base letter and marks. */
export const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ŧ: 't', ŋ: 'n', ı: 'i', ə: 'a' },
  // Letters of African languages' alphabets.
  ...{ ɓ: 'b', ɖ: 'd', ɗ: 'd', ɛ: 'e', ǝ: 'e', ƒ: 'f', ɣ: 'g', ƙ: 'k', ɲ: 'n', ɔ: 'o', ʋ: 'v', ƴ: 'y' },
  // Small capitals.
  ...{ ᴀ: 'a', ʙ: 'b', ᴄ: 'c', ᴅ: 'd', ᴇ: 'e', ꜰ: 'f', ɢ: 'g', ʜ: 'h', ɪ: 'i', ᴊ: 'j', ᴋ: 'k', ʟ: 'l', ᴍ: 'm' },
  ...{ ɴ: 'n', ᴏ: 'o', ᴘ: 'p', ʀ: 'r', ꜱ: 's', ᴛ: 't', ᴜ: 'u', ᴠ: 'v', ᴡ: 'w', ʏ: 'y', ᴢ: 'z' },
};

const apostrophes = /['’‘ʻʼʿʾ`´]/g;

/**
 * A name in the form in which lists and callers are compared: lower case, no diacritics, nothing invisible, no
 * apostrophes, look-alikes replaced by what they look like, and other signs as a single space.
 * `O’Neill-Łukasz, José` -> `oneill lukasz jose`. A normalized name stays as it is.
 */
export function normalizeName(name: string): string {
  const letters = [...withoutMarks(name)].map(plainLetter).join('').toLowerCase();
  return letters
    .replace(apostrophes, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function plainLetter(letter: string): string {
  if (letter <= '\x7f') return letter;
  const lower = withoutMarks(letter.toLowerCase());
  return plainLetters[lower] ?? lookalikeOf(letter) ?? lookalikeOf(lower) ?? lower;
}

/**
 * NFKD also turns full-width and ligature forms into plain letters. Invisible characters are removed, so that they
 * separate no words.
 */
export function withoutMarks(text: string): string {
  return text.normalize('NFKD').replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, '');
}

/**
 * Whether a name can be compared with a list of romanized names: it has letters, and those of each word are all Latin ones
 * that are known forms of `a` to `z`, or all of one script that is transliterated. Any other letter would hide the name
 * from every comparison.
 */
export function isComparable(name: string): boolean {
  const words = name.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  return words.length > 0 && words.every((word) => isTransliterable(word) || isRomanized(word));
}

function isRomanized(word: string): boolean {
  const letters = withoutMarks(word).match(/\p{L}/gu) ?? [];
  const compared = normalizeName(word).match(/\p{L}/gu) ?? [];
  return (
    letters.every((letter) => /[\p{Script=Latin}ʻʼʿʾ]/u.test(letter)) &&
    compared.every((letter) => /[a-z]/.test(letter))
  );
}
