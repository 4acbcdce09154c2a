import { lookalikeOf } from './lookalikes.ts';
import { plainLetters, withoutMarks } from './plain-letters.ts';
import { isTransliterable } from './transliterate.ts';

const apostrophes = /['’‘ʻʼʿʾ`´]/g;

/**
 * A name in the form in which lists and callers are compared: lower case, without diacritics, invisible characters and
 * apostrophes, with look-alikes replaced by what they look like, and other signs by a single space. `O’Neill-Łukasz,
 * José` -> `oneill lukasz jose`. A normalized name stays unchanged.
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
 * Whether a name can be compared with a list of romanized names: it has letters, and those of each word are either all
 * Latin, in known forms of `a` to `z`, or all of one script that is transliterated. Any other letter would hide the
 * name from every comparison.
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
