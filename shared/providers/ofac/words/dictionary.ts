import { commonNames, mostCommonNames } from './common-names.ts';
import { eastAsianLastNames, isPinyin, isSyllable } from './east-asian.ts';
import type { PartKind } from './name-parts.ts';
import { isOneSlip } from './one-slip.ts';
import { foldsOf, skeletonOf, spellingDistance, unitsOf, unvowelledSkeletons } from './spelling.ts';
import { usualNames } from './usual-names.ts';
import { usualNameOf } from './word-keys.ts';

const wordsOf = (names: string) => names.trim().split(/\s+/);
const mostWidespread = new Set(wordsOf(mostCommonNames));
const widespread = new Set([mostCommonNames, commonNames, usualNames, eastAsianLastNames].flatMap(wordsOf));

/** The similarity of two words that are usual spellings of one name. */
const sameName = 0.97;
/**
 * How much the spelling of a word may differ: by one typing error, or by as many respellings as its length permits.
 */
function mostMisspelled(letters: number): number {
  return letters < 8 ? 1 : letters * 0.17;
}
const respelledShare = 0.11;
/**
 * From this distance on, a word that is itself a name is more likely to be that name than a misspelling of another one.
 */
const anotherName = 0.25;
const otherName = 0.5;
const sameShortName = 0.12;
/** In words shorter than this, one letter makes too much of a difference: `Kim`, `Kin`. */
const shortestMisspelled = 4;
/** From this distance on, the difference is a typing error, and not a spelling in another language. */
const slip = 0.75;
/** The fraction of a letter that a typing error counts. */
const slipShare = 0.75;

/** A word of a name that is being searched. */
export interface SoughtWord {
  readonly text: string;
  readonly kind: PartKind;
  /** Whether its script omits short vowels. */
  readonly unvowelled: boolean;
}

/** The numbers of similar words, each with its similarity, above 0 and up to 1. */
export type Similar = ReadonlyMap<number, number>;

/**
 * The distinct words in the names of a list. A word is found by its letters with one left out, by its rough
 * romanization with one left out, by its consonants, and as one of the usual spellings of a name.
 */
export class Dictionary {
  readonly #numbers = new Map<string, number>();
  readonly #words: string[] = [];
  readonly #units = new Pool();
  /** 1 for each word that has the traces of a joined word, and 2 if it has all traces. */
  readonly #traced: number[] = [];
  readonly #names: (string | undefined)[] = [];
  readonly #byName = new Map<string, number[]>();
  readonly #traces = new Traces();
  /** Words in the names of several parties. */
  readonly #known = new Set<number>();
  #seen = new Int32Array(1024);
  #turn = 0;

  get size(): number {
    return this.#words.length;
  }

  /**
   * The number of a word. A new word is added.
   * @param isJoined whether it is two words written as one: such a word is found by other romanizations, but not by a
   *   typing error
   */
  add(text: string, kind: PartKind, isJoined = false): number {
    const key = kind === 'form' ? `.${text}` : text;
    const known = this.#numbers.get(key);
    const number = known ?? this.#addNew(key);
    if (isSpelled(key)) this.#addTraces(number, key, isJoined);
    return number;
  }

  #addNew(key: string): number {
    const number = this.#words.push(key) - 1;
    this.#numbers.set(key, number);
    this.#units.push(unitsOf(key));
    const name = isSpelled(key) ? usualNameOf(key) : undefined;
    this.#names.push(name);
    if (name) push(this.#byName, name, number);
    return number;
  }

  /** Traces that a word already has are not added again. */
  #addTraces(number: number, word: string, isJoined: boolean): void {
    const wanted = isJoined ? 1 : 2;
    const has = this.#traced[number] ?? 0;
    this.#traced[number] = Math.max(has, wanted);
    if (has >= wanted) return;
    const add = (trace: number) => this.#traces.add(trace, number);
    if (isJoined) for (const fold of foldsOf(word)) add(hash(`~${fold}`));
    else eachTrace(word, false, add);
  }

  word(number: number): string {
    return this.#words[number] as string;
  }

  /** Marks a word as a name in its own right, so that it is not treated as a misspelling of another. */
  markKnown(number: number): void {
    this.#known.add(number);
  }

  /** The words that are the same name as a word, in its usual spellings. */
  sameName(number: number): readonly number[] {
    const name = this.#names[number];
    return name ? (this.#byName.get(name) as number[]) : [number];
  }

  similar({ text, kind, unvowelled }: SoughtWord): Similar {
    const found = new Map<number, number>();
    const same = this.#numbers.get(kind === 'form' ? `.${text}` : text);
    if (same !== undefined) found.set(same, 1);
    if (!isSpelled(text) || (kind !== 'word' && kind !== 'trade' && kind !== 'particle')) return found;
    const name = usualNameOf(text);
    for (const number of (name && this.#byName.get(name)) || []) if (number !== same) found.set(number, sameName);
    if (kind !== 'particle') this.#addMisspelled(text, unvowelled, found);
    return found;
  }

  #addMisspelled(text: string, unvowelled: boolean, found: Map<number, number>): void {
    const units = unitsOf(text);
    const own = this.#numbers.get(text);
    const isKnown = isWidespread(text) || (own !== undefined && this.#known.has(own));
    this.#turn += 1;
    if (this.#seen.length < this.size) this.#seen = new Int32Array(this.size * 2);
    eachTrace(text, unvowelled, (trace) =>
      this.#traces.each(trace, (number) => {
        if (this.#seen[number] === this.#turn) return;
        this.#seen[number] = this.#turn;
        if (found.has(number)) return;
        const word = this.#words[number] as string;
        const most = mostMisspelled(Math.max(text.length, word.length));
        const distance = spellingDistance(units, this.#units.get(number), most, unvowelled);
        if (distance > most) return;
        const letters = Math.max(text.length, word.length);
        if (!unvowelled) {
          if (letters < 8 && distance > respelledShare * letters && !isOneSlip(text, word)) return;
          const isAnother = distance > (letters <= shortestMisspelled ? sameShortName : anotherName);
          if (isAnother && letters < shortestMisspelled) return;
          if (distance >= slip && isShortName(text.length < word.length ? text : word)) return;
          if ((isAnother && isKnown) || (isPinyin(text) && isPinyin(word))) {
            found.set(number, otherName);
            return;
          }
        }
        found.set(number, 1 - (slipShare * distance) / letters);
      }),
    );
  }
}

/**
 * Whether a word is so short that it is a name of its own rather than a misspelling: `Xiu` is not `Xifu`, but `Ivn` is
 * `Ivan`.
 */
function isShortName(word: string): boolean {
  return word.length < shortestMisspelled && isSyllable(word);
}

export function isWidespread(word: string): boolean {
  return widespread.has(word);
}

/** The minimum number of parties that are assumed to have a name, however few of them are on the list. */
export function partiesAtLeast(word: string): number {
  if (mostWidespread.has(word)) return 200;
  return widespread.has(word) ? 50 : 0;
}

/** Whether a word is compared by its spelling. Numbers and similar parts are either equal or not. */
function isSpelled(word: string): boolean {
  return /^[a-z]{2,40}$/.test(word);
}

/** Calls a function with the features that a word shares with nearly every other spelling of it, as numbers. */
function eachTrace(word: string, unvowelled: boolean, visit: (trace: number) => void): void {
  for (const fold of foldsOf(word)) {
    visit(hash(`#${skeletonOf(fold)}`));
    eachWithOneLeftOut(`~${fold}`, visit);
  }
  if (unvowelled) for (const skeleton of unvowelledSkeletons(word)) visit(hash(`#${skeleton}`));
  eachWithOneLeftOut(`=${word}`, visit);
}

/** A word of two letters would keep only one, which identifies nothing. */
function eachWithOneLeftOut(marked: string, visit: (trace: number) => void): void {
  visit(hash(marked));
  if (marked.length < 4) return;
  for (let i = 1; i < marked.length; i += 1) {
    // Removing either of two equal letters leaves the same word.
    if (marked[i] !== marked[i - 1]) visit(hash(marked, i));
  }
}

/** FNV-1a of a text, or of a text without one letter. */
export function hash(text: string, leftOut = -1): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    if (i !== leftOut) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  return value >>> 0;
}

/** The numbers that were added under a hash. */
export class Traces {
  #heads = new Int32Array(1 << 18).fill(-1);
  #hashes = new Uint32Array(1 << 16);
  #numbers = new Int32Array(1 << 16);
  #next = new Int32Array(1 << 16);
  #size = 0;

  add(trace: number, number: number): void {
    if (this.#size === this.#hashes.length) this.#grow();
    const slot = trace & (this.#heads.length - 1);
    this.#hashes[this.#size] = trace;
    this.#numbers[this.#size] = number;
    this.#next[this.#size] = this.#heads[slot] as number;
    this.#heads[slot] = this.#size;
    this.#size += 1;
  }

  each(trace: number, visit: (number: number) => void): void {
    for (let at = this.#heads[trace & (this.#heads.length - 1)] as number; at >= 0; at = this.#next[at] as number) {
      if (this.#hashes[at] === trace) visit(this.#numbers[at] as number);
    }
  }

  #grow(): void {
    const grown = <T extends Uint32Array | Int32Array>(larger: T, from: T): T => {
      larger.set(from);
      return larger;
    };
    const length = this.#size * 2;
    this.#hashes = grown(new Uint32Array(length), this.#hashes);
    this.#numbers = grown(new Int32Array(length), this.#numbers);
    this.#next = grown(new Int32Array(length), this.#next);
  }
}

/** Many byte arrays in one buffer. Tens of thousands of separate arrays would take ten times their size. */
class Pool {
  #bytes = new Uint8Array(1 << 20);
  readonly #ends: number[] = [];

  push(bytes: Uint8Array): void {
    const start = this.#ends.at(-1) ?? 0;
    if (start + bytes.length > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, start);
    this.#ends.push(start + bytes.length);
  }

  get(number: number): Uint8Array {
    return this.#bytes.subarray(number === 0 ? 0 : this.#ends[number - 1], this.#ends[number]);
  }
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
