interface WakeUp {
  /** Milliseconds. */
  readonly at: number;
  /** Of two at the same time the one that was asked for first comes first. */
  readonly order: number;
  readonly wake: () => void;
}

/** Who is to be woken when: a heap, the next one at its top. */
export class WakeUps {
  readonly #heap: WakeUp[] = [];
  #added = 0;

  /** When the next one is; undefined when there is none. */
  get nextAt(): number | undefined {
    return this.#heap[0]?.at;
  }

  add(at: number, wake: () => void): void {
    this.#heap.push({ at, order: this.#added, wake });
    this.#added += 1;
    this.#raise(this.#heap.length - 1);
  }

  /** Takes out the next one. */
  take(): WakeUp | undefined {
    const [next] = this.#heap;
    const last = this.#heap.pop();
    if (!last || last === next) return next;
    this.#heap[0] = last;
    this.#lower();
    return next;
  }

  #raise(from: number): void {
    for (let place = from; place > 0; ) {
      const parent = (place - 1) >> 1;
      if (!this.#swapIfBefore(place, parent)) return;
      place = parent;
    }
  }

  #lower(): void {
    for (let place = 0; ; ) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      const child = this.#isBefore(right, left) ? right : left;
      if (!this.#swapIfBefore(child, place)) return;
      place = child;
    }
  }

  #swapIfBefore(place: number, other: number): boolean {
    if (!this.#isBefore(place, other)) return false;
    const [one, two] = [this.#heap[place] as WakeUp, this.#heap[other] as WakeUp];
    this.#heap[place] = two;
    this.#heap[other] = one;
    return true;
  }

  #isBefore(place: number, other: number): boolean {
    const [one, two] = [this.#heap[place], this.#heap[other]];
    if (!one || !two) return false;
    return one.at < two.at || (one.at === two.at && one.order < two.order);
  }
}
