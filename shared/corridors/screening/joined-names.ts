import { isStopWord } from './name-words.ts';
import type { NameWords, WeightedWord } from './score-names.ts';
import { countTypos, romanization, sameSound } from './word-similarity.ts';

/** A name without anything between its words. */
export interface JoinedName {
  readonly letters: string;
  /** Number of words that were joined. */
  readonly words: number;
}

interface Listed extends JoinedName {
  readonly entry: number;
}

/** A shorter joined name too often equals another name: `Li Na`, `Lina`. */
const leastLetters = 6;
/** A name with a typo, or with a part left out, says less and needs more letters. */
const leastLettersInPart = 8;

/**
 * The name joined in three ways: all words; the words between titles and legal forms; the words that are neither such
 * nor particles.
 */
export function joinedSubject(name: NameWords): readonly JoinedName[] {
  return joined([name, core(name), withoutSilent(name)], leastLetters);
}

/**
 * A listed name as it may be written: an individual's last name before or after the given names; in full, or with only
 * the first given name and the whole last name or its first word.
 */
export function joinedListed(name: NameWords): readonly JoinedName[] {
  const last = name.filter((word) => word.last);
  const given = name.filter((word) => !word.last);
  if (last.length === 0 || given.length === 0) return joinedSubject(name);
  const whole = [last, withoutSilent(last)].flatMap((l) => inBothOrders(given, l));
  const parts = [last, upToTelling(last)].flatMap((l) => inBothOrders(upToTelling(given), withoutSilent(l)));
  return [...joined(whole, leastLetters), ...joined(parts, leastLettersInPart)];
}

function inBothOrders(given: NameWords, last: NameWords): readonly NameWords[] {
  if (given.length === 0 || last.length === 0) return [];
  return [
    [...given, ...last],
    [...last, ...given],
  ];
}

function upToTelling(name: NameWords): NameWords {
  return name.slice(0, name.findIndex(({ telling }) => telling) + 1);
}

function withoutSilent(name: NameWords): NameWords {
  return name.filter(({ text }) => !isStopWord(text));
}

/** `GRUPO EMPRESARIAL TIERRA ALTA, S.A. DE C.V.` -> its first four words. */
function core(name: NameWords): NameWords {
  const matters = ({ text }: WeightedWord) => text.length > 1 && !isStopWord(text);
  return name.slice(name.findIndex(matters), name.findLastIndex(matters) + 1);
}

function joined(names: readonly NameWords[], least: number): readonly JoinedName[] {
  const all = names.map((name) => ({ letters: name.map(({ text }) => text).join(''), words: name.length }));
  return [...new Map(all.map((name) => [`${name.letters} ${name.words}`, name])).values()].filter(
    ({ letters }) => letters.length >= least,
  );
}

/**
 * Finds names however their words are separated: `VladimirPutin`, `P.u.t.i.n Vladimir`. One letter may be wrong where
 * the number of words differs, and one may be missing in any name: `Km Jong Un`. A wrong letter in a name of as many
 * words is left to the comparison of words.
 */
export class JoinedNames {
  readonly #bySound = new Map<string, Listed[]>();
  /** By each half of their letters: a typo leaves one half as it is. */
  readonly #byHalf = new Map<string, Listed[]>();

  add(entry: number, { letters, words }: JoinedName): void {
    const listed = { entry, letters, words };
    push(this.#bySound, romanization(letters), listed);
    if (letters.length < leastLettersInPart) return;
    for (const half of halvesOf(letters, letters.length)) push(this.#byHalf, half, listed);
  }

  /** The entries that match the name, each with its similarity, above 0 to 1. */
  alike(name: JoinedName): readonly { entry: number; similarity: number }[] {
    const same = this.#bySound.get(romanization(name.letters)) ?? [];
    return [
      ...same.map(({ entry }) => ({ entry, similarity: sameSound })),
      ...this.#withSlip(name).map(({ entry, letters }) => ({
        entry,
        similarity: 1 - 1 / Math.max(letters.length, name.letters.length),
      })),
    ];
  }

  #withSlip({ letters, words }: JoinedName): readonly Listed[] {
    if (letters.length < leastLettersInPart - 1) return [];
    const near = [-1, 0, 1]
      .flatMap((more) => halvesOf(letters, letters.length + more))
      .flatMap((half) => this.#byHalf.get(half) ?? []);
    return near.filter((listed) => {
      const leftOut = letters.length === listed.letters.length - 1;
      return (leftOut || words !== listed.words) && countTypos(letters, listed.letters) === 1;
    });
  }
}

/**
 * The first and the last letters of a name. `letters` is the number of letters that the name would have without its
 * typo.
 */
function halvesOf(name: string, letters: number): readonly [string, string] {
  const half = Math.ceil(letters / 2) - 1;
  return [`${letters}^${name.slice(0, half)}`, `${letters}$${name.slice(-half)}`];
}

function push<V>(map: Map<string, V[]>, key: string, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
