/** Latin letters that Unicode does not take apart into a base letter and marks. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ə: 'a',
};

/**
 * A name as lists and callers can agree on it: lower case, no diacritics, apostrophes gone, every other sign a single
 * space. `O’Neill-Łukasz, José` -> `oneill lukasz jose`. Doing it twice changes nothing.
 */
export function normalizeName(name: string): string {
  const letters = withoutMarks(withoutMarks(name).toLowerCase());
  return letters
    .replace(/[ßæœøđðþłħŧŋıə]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/['’‘ʻʼʿʾ`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** NFKD also turns full-width and ligature forms into plain letters. */
function withoutMarks(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}+/gu, '');
}

/**
 * Whether a list of romanized names can say anything about the name: it has letters, and all of them are Latin. One
 * Cyrillic `а` among them would hide a name from every comparison.
 */
export function isRomanized(name: string): boolean {
  const letters = withoutMarks(name).match(/\p{L}/gu) ?? [];
  return letters.length > 0 && letters.every((letter) => /[\p{Script=Latin}ʻʼʿʾ]/u.test(letter));
}
