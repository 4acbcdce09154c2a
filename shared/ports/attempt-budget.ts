/**
 * The limit on concurrent first attempts, across all endpoints that a process serves. A Lambda function can have 1,024
 * open files, which include connections that are kept for reuse.
 */
export const maxConcurrentAttempts = 400;

/** The number of endpoints that a process currently serves, and the number of their attempts in progress. */
export class ProcessAttempts {
  endpoints = 0;
  attempts = 0;
}

/** One endpoint's share of the attempts that its process can have in progress. */
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
   * The number of attempts that the endpoint can have in progress: an equal share, or fewer while other endpoints still
   * use more than their share. Always at least one.
   */
  get size(): number {
    const free = this.#own + maxConcurrentAttempts - this.#all.attempts;
    return Math.max(1, Math.min(free, Math.floor(maxConcurrentAttempts / this.#all.endpoints)));
  }
}
