const shortestMs = 8;
const longestMs = 250;
/** How much the last commit counts: a slow one little, because a turn that is too long costs more than two that meet. */
const weight = { faster: 0.5, slower: 0.1 };

/** How long this process's commits usually take, from reading to the answer: how long a turn must be. */
export class Pace {
  #ms: number | undefined;

  observe(ms: number): void {
    const bounded = Math.min(longestMs, Math.max(shortestMs, ms));
    const known = this.#ms ?? bounded;
    this.#ms = known + (bounded < known ? weight.faster : weight.slower) * (bounded - known);
  }

  /** Milliseconds; undefined before the first commit. */
  get ms(): number | undefined {
    return this.#ms === undefined ? undefined : Math.ceil(this.#ms);
  }
}
