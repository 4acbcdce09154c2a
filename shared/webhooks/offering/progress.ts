/** The progress in a feed whose events finish in any order. */
export class Progress {
  #offeredTo: number;
  #lastTaken: number;
  readonly #finished = new Set<number>();

  constructor(offeredTo: number) {
    this.#offeredTo = offeredTo;
    this.#lastTaken = offeredTo;
  }

  /** The sequence up to which every event is finished. */
  get offeredTo(): number {
    return this.#offeredTo;
  }

  /** Sequence of the last event taken. */
  get lastTaken(): number {
    return this.#lastTaken;
  }

  /** Takes the next event. Sequences have no gaps. */
  take(sequence: number): void {
    this.#lastTaken = sequence;
  }

  finish(sequence: number): void {
    this.#finished.add(sequence);
    while (this.#finished.delete(this.#offeredTo + 1)) this.#offeredTo += 1;
  }
}
