/** The cost of replacing a letter or a group of letters with another. A typing error costs 1. */
const respelled = 0.15;
const alike: Readonly<Record<string, string>> = {
  kh: 'k h ch x q',
  ch: 'tch tsch c sh zh j q cs cz ci tj',
  shch: 'sch sh sc shh stch schtsch ch',
  sh: 'sch ch s sz x hs',
  zh: 'j z sch zs dj',
  dzh: 'j dj g dsch zh',
  dj: 'j g',
  j: 'y g i',
  ts: 'c tz z tc',
  ph: 'f',
  ck: 'k',
  q: 'k g c gh kh',
  c: 'k s',
  gh: 'g q',
  dh: 'd z th',
  th: 't s',
  w: 'v u ou',
  ou: 'u o w oo',
  oo: 'u o',
  ee: 'i e',
  ie: 'i y e',
  ei: 'i ey ai ay e ej',
  ai: 'ay ey e',
  ay: 'ey ai e aj',
  ey: 'e y i',
  aw: 'au ou o av',
  au: 'av o',
  ow: 'ou u o au aw',
  uw: 'u ou',
  ks: 'x',
  iy: 'i y ii ij yi',
  yy: 'y i iy ij yi',
  ij: 'i y',
  ii: 'i y',
  ia: 'ya ja iya ija iia',
  iya: 'ya ja ija iia',
  ya: 'ja',
  iu: 'yu ju iou you',
  yu: 'ju u iou you',
  ye: 'e je ie',
  yo: 'io jo e o',
  io: 'jo',
  ae: 'a e',
  oe: 'o u',
  ue: 'u ou',
  qu: 'k q',
  gu: 'g',
  dz: 'z ds',
  ah: 'a eh e',
  eh: 'a e',
  vv: 'w',
  i: 'y',
};
const costly: readonly (readonly [string, string, number])[] = [
  ...(
    [
      ['a', 'e'],
      ['e', 'i'],
      ['e', 'y'],
      ['o', 'u'],
      ['z', 's'],
    ] as const
  ).map(([a, b]) => [a, b, 0.2] as const),
  ...(
    [
      ['v', 'f'],
      ['ian', 'ien'],
      ['ong', 'ung'],
      ['h', ''],
      ['rn', 'm'],
      ['in', 'ine'],
      ['b', 'p'],
      ['d', 't'],
      ['g', 'k'],
      ['g', 'h'],
    ] as const
  ).map(([a, b]) => [a, b, 0.3] as const),
  ...(
    [
      ['a', 'o'],
      ['a', 'i'],
      ['a', 'u'],
      ['i', 'u'],
      ['e', 'o'],
      ['e', 'u'],
      ['b', 'v'],
      ['y', ''],
      ['j', ''],
    ] as const
  ).map(([a, b]) => [a, b, 0.5] as const),
];
const doubled = 0.1;
/** The cost of adding a vowel to a word whose script does not write it, or of reading one as another. */
const unwritten = 0.04;

const pairs: readonly (readonly [string, string, number])[] = [
  ...Object.entries(alike).flatMap(([from, to]) => to.split(' ').map((other) => [from, other, respelled] as const)),
  ...costly,
];
const letters = 'abcdefghijklmnopqrstuvwxyz';
const units = [...new Set(['', ...letters, ...pairs.map(([a]) => a), ...pairs.map(([, b]) => b)])];
const unitNumbers = new Map(units.map((unit, i) => [unit, i]));
const unitCount = units.length;
const longestUnit = Math.max(...units.map(({ length }) => length));
const isVowel = new Uint8Array(unitCount);
for (const vowel of ['a', 'e', 'i', 'o', 'u', 'y', 'w', 'ou', 'oo', 'ee'])
  isVowel[unitNumbers.get(vowel) as number] = 1;

const costs = new Float32Array(unitCount * unitCount).fill(99);
for (const a of letters) {
  for (const b of ['', ...letters]) setCost(a, b, a === b ? 0 : 1);
}
for (const [a, b, cost] of pairs) setCost(a, b, Math.min(cost, costOf(a, b)));

function setCost(a: string, b: string, cost: number): void {
  const [i, j] = [unitNumbers.get(a) as number, unitNumbers.get(b) as number];
  costs[i * unitCount + j] = cost;
  costs[j * unitCount + i] = cost;
}

function costOf(a: string, b: string): number {
  return costs[(unitNumbers.get(a) as number) * unitCount + (unitNumbers.get(b) as number)] as number;
}

/**
 * The units of spelling that end at each letter of a word, in rows of `longestUnit`: row i, column n - 1 is the unit of
 * n letters that ends with letter i, or 0.
 */
export function unitsOf(word: string): Uint8Array {
  const found = new Uint8Array(word.length * longestUnit);
  for (let end = 1; end <= word.length; end += 1) {
    for (let length = 1; length <= Math.min(longestUnit, end); length += 1) {
      found[(end - 1) * longestUnit + length - 1] = unitNumbers.get(word.slice(end - length, end)) ?? 0;
    }
  }
  return found;
}

const longestWord = 40;
const distances = new Float32Array((longestWord + 1) ** 2);

/**
 * The difference between the spellings of two words of letters a to z: 1 for each typing error, less for another
 * romanization of the same sound. Above a limit, some number above it.
 * @param unvowelled whether a is a word from a script that omits short vowels
 */
export function spellingDistance(a: Uint8Array, b: Uint8Array, limit: number, unvowelled = false): number {
  const rows = a.length / longestUnit;
  const columns = b.length / longestUnit;
  if (rows > longestWord || columns > longestWord) return Number.POSITIVE_INFINITY;
  const width = columns + 1;
  for (let i = 0; i <= rows; i += 1) {
    let least = Number.POSITIVE_INFINITY;
    for (let j = 0; j <= columns; j += 1) {
      let best = i === 0 && j === 0 ? 0 : Number.POSITIVE_INFINITY;
      if (i > 0) {
        const unit = a[(i - 1) * longestUnit] as number;
        const before = i > 1 ? a[(i - 2) * longestUnit] : -1;
        best =
          (distances[(i - 1) * width + j] as number) +
          (unit === before ? doubled : (costs[unit * unitCount] as number));
      }
      if (j > 0) {
        const unit = b[(j - 1) * longestUnit] as number;
        const before = j > 1 ? b[(j - 2) * longestUnit] : -1;
        const added =
          unvowelled && isVowel[unit] === 1
            ? unwritten
            : unit === before
              ? doubled
              : (costs[unit * unitCount] as number);
        best = Math.min(best, (distances[i * width + j - 1] as number) + added);
      }
      for (let m = 1; m <= longestUnit && m <= i; m += 1) {
        const left = a[(i - 1) * longestUnit + m - 1] as number;
        if (left === 0) continue;
        for (let n = 1; n <= longestUnit && n <= j; n += 1) {
          const right = b[(j - 1) * longestUnit + n - 1] as number;
          if (right === 0) continue;
          let cost = costs[left * unitCount + right] as number;
          if (unvowelled && isVowel[left] === 1 && isVowel[right] === 1 && cost > 0) cost = unwritten;
          const sum = (distances[(i - m) * width + j - n] as number) + cost;
          if (sum < best) best = sum;
        }
      }
      if (
        i > 1 &&
        j > 1 &&
        a[(i - 1) * longestUnit] === b[(j - 2) * longestUnit] &&
        a[(i - 2) * longestUnit] === b[(j - 1) * longestUnit]
      ) {
        best = Math.min(best, (distances[(i - 2) * width + j - 2] as number) + 1);
      }
      distances[i * width + j] = best;
      if (best < least) least = best;
    }
    // A longer unit may still skip this row at a low cost.
    if (least > limit + 1) return Number.POSITIVE_INFINITY;
  }
  return distances[rows * width + columns] as number;
}

const folds: Readonly<Record<string, string>> = {
  ...{
    schtsch: 's',
    shch: 's',
    tsch: 'ch',
    tch: 'ch',
    sch: 's',
    sh: 's',
    zh: 's',
    sz: 's',
    dzh: 'j',
    dj: 'j',
    hs: 's',
  },
  ...{ kh: 'k', gh: 'k', ph: 'f', th: 't', dh: 'd', ck: 'k', ts: 'c', tz: 'c', qu: 'k', x: 'ks', rn: 'm', vv: 'v' },
  ...{
    ah: 'a',
    eh: 'a',
    ou: 'u',
    oo: 'u',
    oe: 'u',
    ue: 'u',
    ee: 'i',
    ie: 'i',
    ei: 'i',
    ey: 'i',
    iy: 'i',
    ij: 'i',
    ii: 'i',
  },
  ...{ ai: 'i', ay: 'i', ya: 'a', ia: 'a', ja: 'a', yu: 'u', iu: 'u', ye: 'i' },
  ...{ q: 'k', g: 'k', z: 's', w: 'v', o: 'u', y: 'i', e: 'i', h: '' },
};
const foldable = new RegExp(Object.keys(folds).join('|'), 'g');

/**
 * The rough forms of a word, which its usual romanizations share. The letters `j`, `c`, `ch` and `kh` can be read in
 * two ways. Words that share no rough form may still be the same word with a typing error.
 */
export function foldsOf(word: string): readonly string[] {
  const folded = word.replace(/(?<=.{3})(?:eh|ah|e)$/, 'a').replace(foldable, (letters) => folds[letters] ?? letters);
  const once = (text: string) => text.replace(/(.)\1+/g, '$1');
  const found = [once(folded.replace(/ch|c/g, 'k').replace(/j/g, 'i'))];
  if (/[cj]/.test(folded)) found.push(once(folded.replace(/ch|c|j/g, 's')));
  if (word.includes('kh')) found.push(...foldsOf(word.replaceAll('kh', 'h')));
  return found;
}

/**
 * Skeletons of a word without short vowels. It may start with a vowel, two equal consonants have a vowel between them,
 * and a `w` may be a long vowel.
 */
export function unvowelledSkeletons(word: string): readonly string[] {
  const audible = word.replace(/(?<![cdgkpst])h/g, '');
  const parted = audible.replace(/([^aeiouwy])(?=\1)/g, '$1a');
  return [parted, parted.replace(/(?<=.)w/g, '')]
    .flatMap((reading) => foldsOf(reading).map(skeletonOf))
    .flatMap((skeleton) => [skeleton, `a${skeleton}`]);
}

/** The consonants of a folded word, with the vowel at its start. */
export function skeletonOf(fold: string): string {
  return fold.charAt(0).replace(/[aiu]/, 'a') + fold.slice(1).replace(/[aiu]/g, '');
}
