const shortestMs = 8;
const longestMs = 250;
/**
 * How much the last commit counts. A slow one counts little, because a turn that is too long costs more than two turns
 * that overlap.
 */
const weight = { faster: 0.5, slower: 0.1 };

/** The last turn that was given in an organization. */
export interface LastTurn {
  readonly organizationId: string;
  /** End of the turn, milliseconds. */
  readonly givenUntil: number;
  /** Length of the turn, milliseconds. */
  readonly pace: number;
}

/** What this process has learned from its commits: how long they take, and whether others wait. */
export class Pace {
  /** The last turn as the last commit read it, whichever organization that commit was for. */
  line: LastTurn | undefined;
  #ms: number | undefined;

  observe(ms: number): void {
    const bounded = Math.min(longestMs, Math.max(shortestMs, ms));
    const known = this.#ms ?? bounded;
    this.#ms = known + (bounded < known ? weight.faster : weight.slower) * (bounded - known);
  }

  /** How long commits usually take, from the read to the answer. Milliseconds; undefined before the first commit. */
  get ms(): number | undefined {
    return this.#ms === undefined ? undefined : Math.ceil(this.#ms);
  }
}
