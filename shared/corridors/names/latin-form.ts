import { plainLetters, withoutMarks } from './plain-letters.ts';

/**
 * A name in plain Latin letters, for networks that support no others: without diacritics and invisible characters, with
 * one kind of space, apostrophe and hyphen. Characters without such a form stay unchanged, including those that only
 * look Latin. `Łukasz O’Brian-Gómez` -> `Lukasz O'Brian-Gomez`.
 */
export function latinForm(name: string): string {
  // Composed first, because some Greek signs are other code points for an apostrophe.
  const plain = name
    .normalize()
    .replace(/[’‘ʻʼʿʾ`´]/g, "'")
    .replace(/[\u2010-\u2015]/g, '-');
  return [...withoutMarks(plain)]
    .map(plainLetter)
    .join('')
    .replace(/\p{White_Space}/gu, ' ')
    .trim();
}

function plainLetter(letter: string): string {
  const lower = letter.toLowerCase();
  const plain = plainLetters[lower];
  if (plain === undefined || letter === lower) return plain ?? letter;
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
