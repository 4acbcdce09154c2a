import { leastSimilarity, type Word, wordSimilarity } from './word-similarity.ts';

/** A typo changes at most four pairs of letters: two letters that changed places. Words that share too few pairs are not compared. */
const pairsPerTypo = 4;

/** Finds words that are spelled alike, by the pairs of letters that they share. */
export class WordIndex {
  readonly #words: Word[] = [];
  /** The words that have a pair of letters, by the pair. */
  readonly #byPair = new Map<string, number[]>();
  #shared = new Uint8Array(1024);

  /** Adds a word that is not there yet. */
  add(word: Word): void {
    const position = this.#words.push(word) - 1;
    for (const pair of letterPairs(word.sound)) {
      const positions = this.#byPair.get(pair);
      if (positions) positions.push(position);
      else this.#byPair.set(pair, [position]);
    }
    if (position >= this.#shared.length) this.#shared = new Uint8Array(this.#shared.length * 2);
  }

  /** Every word that is similar, with its similarity. */
  alike(word: Word): ReadonlyMap<string, number> {
    const pairs = letterPairs(word.sound);
    const maxTypos = Math.floor(word.sound.length / leastSimilarity) - word.sound.length;
    const least = Math.max(1, pairs.size - pairsPerTypo * maxTypos);
    const found = new Map<string, number>();
    for (const position of this.#sharing(pairs, least)) {
      const other = this.#words[position] as Word;
      const similarity = wordSimilarity(word, other);
      if (similarity > 0) found.set(other.text, similarity);
    }
    return found;
  }

  #sharing(pairs: ReadonlySet<string>, least: number): readonly number[] {
    const shared = this.#shared;
    const touched: number[] = [];
    for (const pair of pairs) {
      for (const position of this.#byPair.get(pair) ?? []) {
        if (shared[position] === 0) touched.push(position);
        shared[position] = (shared[position] as number) + 1;
      }
    }
    const enough = touched.filter((position) => (shared[position] as number) >= least);
    for (const position of touched) shared[position] = 0;
    return enough;
  }
}

/** The pairs of neighbouring letters, those at either end included; each once. */
function letterPairs(sound: string): ReadonlySet<string> {
  const padded = `^${sound}$`;
  return new Set(Array.from({ length: padded.length - 1 }, (_, i) => padded.slice(i, i + 2)));
}
