import { distance } from 'fastest-levenshtein';

/**
 * Letters that romanizations choose differently for one sound: `Yusuf`, `Youssef`; `Sergei`, `Sergey`; `Qasim`,
 * `Kassem`; `Müller`, `Mueller`; and letters that look like another: `Rarnzan`. Longer ones come first.
 */
const sounds: Readonly<Record<string, string>> = {
  ...{ tch: 'ch', sch: 'sh', zh: 'j', dj: 'j', ph: 'f', kh: 'k', gh: 'g', dh: 'd', th: 't', ck: 'k' },
  ...{ ae: 'a', ou: 'u', oo: 'u', oe: 'u', ue: 'u', ee: 'i', ie: 'i', ei: 'i', ey: 'i', iy: 'i', ij: 'i' },
  rn: 'm',
  ...{ q: 'k', x: 'ks', z: 's', w: 'v', o: 'u', y: 'i', e: 'i' },
};
const spelling = new RegExp(Object.keys(sounds).join('|'), 'g');

/** One spelling for all romanizations of a word. */
export function romanization(word: string): string {
  return word.replace(spelling, (letters) => sounds[letters] ?? letters).replace(/(.)\1+/g, '$1');
}

/** Below it two words are different words. */
export const leastSimilarity = 0.7;
/** Similarity of two romanizations of the same word. */
export const sameSound = 0.95;
/** Words shorter than this differ too much by one letter: `Kim`, `Kin`. */
const leastLetters = 4;

/** Similarity of two words, from 0, different, to 1, the same. Both are given with their `romanization`. */
export function wordSimilarity(a: Word, b: Word): number {
  if (a.text === b.text) return 1;
  if (a.sound === b.sound) return sameSound;
  const [shorter, longer] = [a.sound.length, b.sound.length].sort((x, y) => x - y) as [number, number];
  if (shorter < leastLetters) return 0;
  if (shorter / longer < leastSimilarity) return 0;
  const similarity = 1 - countTypos(a.sound, b.sound) / longer;
  return similarity < leastSimilarity ? 0 : similarity;
}

/** Number of typos: letters to change. Two letters that changed places, or one that moved, count as one. */
export function countTypos(a: string, b: string): number {
  const edits = distance(a, b);
  return edits === 2 && sorted(a) === sorted(b) ? 1 : edits;
}

function sorted(text: string): string {
  return [...text].sort().join('');
}

export interface Word {
  readonly text: string;
  readonly sound: string;
}
