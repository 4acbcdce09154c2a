const shortestMs = 8;
const longestMs = 250;
/**
 * The weight of the latest commit in the average. A slow commit counts little, because a turn that is too long costs
 * more than two turns that overlap.
 */
const weight = { faster: 0.5, slower: 0.1 };

/** The last turn that was given in an organization. */
export interface LastTurn {
  readonly organizationId: string;
  /** The end of the turn, in milliseconds. */
  readonly givenUntil: number;
  /** The length of the turn, in milliseconds. */
  readonly pace: number;
}

/** What this process has learned from its commits: how long they take, and whether other processes wait. */
export class Pace {
  /** The last turn in the organization of the latest commit, as that commit read it. */
  line: LastTurn | undefined;
  #ms: number | undefined;

  observe(ms: number): void {
    const bounded = Math.min(longestMs, Math.max(shortestMs, ms));
    const known = this.#ms ?? bounded;
    this.#ms = known + (bounded < known ? weight.faster : weight.slower) * (bounded - known);
  }

  /** How long commits usually take, from the read to the answer, in milliseconds. Undefined before the first commit. */
  get ms(): number | undefined {
    return this.#ms === undefined ? undefined : Math.ceil(this.#ms);
  }
}
