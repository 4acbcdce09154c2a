/**
 * First attempts at once of all endpoints that a process serves. A Lambda has 1,024 files, among them connections that wait
 * to be used again.
 */
export const attemptsAtOnce = 400;

let sharing = 0;
let underWay = 0;

/** The part that the offering of one endpoint has in what its process may have under way. */
export class ProcessShare {
  #own = 0;

  join(): void {
    sharing += 1;
  }

  leave(): void {
    sharing -= 1;
  }

  begin(): void {
    this.#own += 1;
    underWay += 1;
  }

  end(): void {
    this.#own -= 1;
    underWay -= 1;
  }

  /** Where all are taken it waits for those before it to come down to their share; one attempt it always has. */
  get size(): number {
    const free = this.#own + attemptsAtOnce - underWay;
    return Math.max(1, Math.min(free, Math.floor(attemptsAtOnce / sharing)));
  }
}
