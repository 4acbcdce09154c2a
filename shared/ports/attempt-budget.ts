/**
 * Limit on concurrent first attempts, over all endpoints that a process serves. A Lambda may have 1,024 open files,
 * which include connections that are kept for reuse.
 */
export const maxConcurrentAttempts = 400;

/** How many endpoints a process serves at the moment, and how many attempts it has under way for them. */
export class ProcessAttempts {
  endpoints = 0;
  attempts = 0;
}

/** The share of one endpoint in the attempts that its process may have under way. */
export class AttemptBudget {
  readonly #all: ProcessAttempts;
  #own = 0;

  constructor(all: ProcessAttempts) {
    this.#all = all;
  }

  join(): void {
    this.#all.endpoints += 1;
  }

  leave(): void {
    this.#all.endpoints -= 1;
  }

  begin(): void {
    this.#own += 1;
    this.#all.attempts += 1;
  }

  end(): void {
    this.#own -= 1;
    this.#all.attempts -= 1;
  }

  /**
   * How many attempts the endpoint may have under way: an equal share, or fewer while others still use more than
   * theirs. Always at least one.
   */
  get size(): number {
    const free = this.#own + maxConcurrentAttempts - this.#all.attempts;
    return Math.max(1, Math.min(free, Math.floor(maxConcurrentAttempts / this.#all.endpoints)));
  }
}
