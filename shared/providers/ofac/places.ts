import type { NameToScore } from './pair-words.ts';
import { lesserShare } from './score-names.ts';
import type { Slot } from './slots.ts';
import type { Similar } from './words/dictionary.ts';

/** The entries of a list, prepared for searching. Everything is identified by its number. */
export interface ListedEntries {
  /** The word of each slot, over all entries. */
  readonly slotWords: readonly number[];
  /** The first slot of each entry, followed by that after the last entry. */
  readonly firstSlot: readonly number[];
  readonly isIndividual: readonly boolean[];
  /** The total weight of each entry's parts. */
  readonly entryWeights: Float32Array;
  /** The weight of each slot's parts. */
  readonly slotWeight: (entry: number, slot: number) => number;
}

/** Finds entries that have words in common with a name. */
export class Places {
  readonly #entries: ListedEntries;
  /** The first place of each word, followed by that after the last word. */
  readonly #firstPlace: Uint32Array;
  /** The entry of each place, and the weight of its slot. */
  readonly #places: Uint32Array;
  readonly #weights: Float32Array;
  /** A value for each entry while a name is being searched. */
  readonly #covered: Float32Array;
  readonly #coveredOfListed: Float32Array;
  readonly #lastSlot: Uint8Array;

  constructor(entries: ListedEntries, words: number) {
    this.#entries = entries;
    const { slotWords, firstSlot, isIndividual, slotWeight } = entries;
    const count = isIndividual.length;
    this.#covered = new Float32Array(count);
    this.#coveredOfListed = new Float32Array(count);
    this.#lastSlot = new Uint8Array(count);
    this.#firstPlace = new Uint32Array(words + 1);
    for (const word of slotWords) (this.#firstPlace[word + 1] as number) += 1;
    for (let word = 0; word < words; word += 1)
      (this.#firstPlace[word + 1] as number) += this.#firstPlace[word] as number;
    this.#places = new Uint32Array(slotWords.length);
    this.#weights = new Float32Array(slotWords.length);
    const filled = this.#firstPlace.slice();
    for (let entry = 0; entry < count; entry += 1) {
      for (let slot = firstSlot[entry] as number; slot < (firstSlot[entry + 1] as number); slot += 1) {
        const word = slotWords[slot] as number;
        const place = filled[word] as number;
        filled[word] = place + 1;
        this.#places[place] = entry;
        this.#weights[place] = slotWeight(entry, slot);
      }
    }
  }

  /** The entries that could reach a score if every initial matched a word of the other name. */
  candidates(
    { slots, weights }: Pick<NameToScore, 'weights'> & { readonly slots: readonly Slot[] },
    similar: readonly Similar[],
    leastScore: number,
  ): readonly number[] {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const initials = slots.reduce(
      (sum, { kind, from }) => sum + (kind === 'initial' ? (weights[from] as number) : 0),
      0,
    );
    const touched = this.#cover(slots, similar, weights);
    const candidates = touched.filter((entry) => this.#mostOf(entry, initials, total) >= leastScore);
    for (const entry of touched) {
      this.#covered[entry] = 0;
      this.#coveredOfListed[entry] = 0;
      this.#lastSlot[entry] = 0;
    }
    return candidates;
  }

  /**
   * Adds up the matching weight of each entry and of the name.
   * @returns the entries that have a word of the name
   */
  #cover(slots: readonly Slot[], similar: readonly Similar[], weights: readonly number[]): readonly number[] {
    const touched: number[] = [];
    for (const [i, { from, count }] of slots.entries()) {
      const weight = (weights[from] as number) + (count === 2 ? (weights[from + 1] as number) : 0);
      for (const word of (similar[i] as Similar).keys()) {
        for (let place = this.#firstPlace[word] as number; place < (this.#firstPlace[word + 1] as number); place += 1) {
          const entry = this.#places[place] as number;
          if (this.#lastSlot[entry] === 0) touched.push(entry);
          (this.#coveredOfListed[entry] as number) += this.#weights[place] as number;
          if (this.#lastSlot[entry] === i + 1) continue;
          this.#lastSlot[entry] = i + 1;
          (this.#covered[entry] as number) += weight;
        }
      }
    }
    return touched;
  }

  /** The highest score that an entry can reach. */
  #mostOf(entry: number, initials: number, total: number): number {
    const { entryWeights, isIndividual } = this.#entries;
    const ofSubject = Math.min(1, ((this.#covered[entry] as number) + initials) / total);
    const ofListed =
      initials > 0 ? 1 : Math.min(1, (this.#coveredOfListed[entry] as number) / (entryWeights[entry] as number));
    const lesser = lesserShare[isIndividual[entry] ? 'individual' : 'entity'];
    return (1 - lesser) * Math.max(ofSubject, ofListed) + lesser * Math.min(ofSubject, ofListed);
  }
}
