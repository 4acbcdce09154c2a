const shortestMs = 8;
const longestMs = 250;
/** How much the last commit counts: a slow one little, because a turn that is too long costs more than two that meet. */
const weight = { faster: 0.5, slower: 0.1 };

/** The turns that were given in an organization. */
export interface Line {
  readonly organizationId: string;
  /** End of the last one, milliseconds. */
  readonly givenUntil: number;
  /** Length of the last one, milliseconds. */
  readonly pace: number;
}

/** What this process has learned of its commits. */
export class Pace {
  /** As a commit last read them, of whichever organization it was for. */
  line: Line | undefined;
  #ms: number | undefined;

  observe(ms: number): void {
    const bounded = Math.min(longestMs, Math.max(shortestMs, ms));
    const known = this.#ms ?? bounded;
    this.#ms = known + (bounded < known ? weight.faster : weight.slower) * (bounded - known);
  }

  /** How long commits usually take, from reading to the answer, milliseconds; undefined before the first. */
  get ms(): number | undefined {
    return this.#ms === undefined ? undefined : Math.ceil(this.#ms);
  }
}
