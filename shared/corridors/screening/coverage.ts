/** Where a word occurs: the entry, and the weight of the word in it. */
export interface Place {
  readonly entry: number;
  readonly weight: number;
}

/**
 * Sums up, by entry, the weight of the words on each side that have a similar word on the other. It is made once for an
 * index and used again for each name: resetting the entries that were touched is cheaper than two new sums for each of
 * 90,000 entries.
 */
export class Coverage {
  readonly #ofSubject: Float64Array;
  readonly #ofListed: Float64Array;
  /** The subject's word that was counted last for an entry. */
  readonly #counted: Uint16Array;
  readonly #touched: number[] = [];
  #word = 0;

  constructor(entries: number) {
    this.#ofSubject = new Float64Array(entries);
    this.#ofListed = new Float64Array(entries);
    this.#counted = new Uint16Array(entries);
  }

  /** Begins the next word of the subject. */
  nextWord(): void {
    this.#word += 1;
  }

  /**
   * Counts that the current word of the subject, with its weight, is similar to the word at a place.
   * @param includesNew whether it also counts for entries in which no word was found yet
   */
  add(subjectWeight: number, { entry, weight }: Place, includesNew: boolean): void {
    const counted = this.#counted[entry] as number;
    if (counted === 0) {
      if (!includesNew) return;
      this.#touched.push(entry);
    }
    this.#ofListed[entry] = (this.#ofListed[entry] as number) + weight;
    if (counted === this.#word) return;
    this.#counted[entry] = this.#word;
    this.#ofSubject[entry] = (this.#ofSubject[entry] as number) + subjectWeight;
  }

  /** Returns the entries whose sums suffice, and resets all sums. */
  take(suffices: (entry: number, ofSubject: number, ofListed: number) => boolean): readonly number[] {
    const taken = this.#touched.filter((entry) =>
      suffices(entry, this.#ofSubject[entry] as number, this.#ofListed[entry] as number),
    );
    for (const entry of this.#touched) {
      this.#ofSubject[entry] = 0;
      this.#ofListed[entry] = 0;
      this.#counted[entry] = 0;
    }
    this.#touched.length = 0;
    this.#word = 0;
    return taken;
  }
}
