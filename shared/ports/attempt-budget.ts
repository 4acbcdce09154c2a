/**
 * First attempts at once of all endpoints that a process serves. A Lambda has 1,024 files, among them connections that wait
 * to be used again.
 */
export const attemptsAtOnce = 400;

/** What a process has to do at the moment, of all endpoints that it serves. */
export class ProcessAttempts {
  endpoints = 0;
  attempts = 0;
}

/** The part that the offering of one endpoint has in what its process may have under way. */
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

  /** Where all are taken it waits for those before it to come down to their share; one attempt it always has. */
  get size(): number {
    const free = this.#own + attemptsAtOnce - this.#all.attempts;
    return Math.max(1, Math.min(free, Math.floor(attemptsAtOnce / this.#all.endpoints)));
  }
}
