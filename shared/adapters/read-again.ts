import type { Clock } from '../ground/time/clock.ts';

/** A rotation takes one of these. */
const mostAtOnce = 5;
/** Callers can make up ids, so a process reads at most this often. */
const perReadMs = 2_000;

/**
 * A value that a process reads once, and again when it lacks something. The number of reads is limited, because the
 * caller may have made up what is missing.
 */
export class ReadAgain<Value> {
  readonly #load: (isAgain: boolean) => Promise<Value>;
  readonly #clock: Clock;
  #reading: Promise<Value> | undefined;
  #allowed = mostAtOnce;
  #countedAt: number;

  /** @param load receives whether the value has been read before; a failed read is repeated at the next use */
  constructor(load: (isAgain: boolean) => Promise<Value>, clock: Clock) {
    this.#load = load;
    this.#clock = clock;
    this.#countedAt = clock();
  }

  /** @param isEnough returns false if the value lacks something */
  async value(isEnough: (value: Value) => boolean): Promise<Value> {
    const first = this.#reading ?? this.#read(false);
    const known = await first;
    if (isEnough(known)) return known;
    // Another call may have read again in the meantime, and may have started before this one needed it.
    const newer = this.#reading === first ? known : await (this.#reading ?? known);
    if (isEnough(newer) || !this.#mayRead()) return newer;
    return this.#read(true);
  }

  #read(isAgain: boolean): Promise<Value> {
    const before = this.#reading;
    const reading = this.#load(isAgain).catch((error) => {
      if (this.#reading === reading) this.#reading = before;
      throw error;
    });
    this.#reading = reading;
    return reading;
  }

  #mayRead(): boolean {
    const now = this.#clock();
    const since = Math.max(0, now - this.#countedAt);
    this.#allowed = Math.min(mostAtOnce, this.#allowed + since / perReadMs);
    this.#countedAt = now;
    if (this.#allowed < 1) return false;
    this.#allowed -= 1;
    return true;
  }
}
