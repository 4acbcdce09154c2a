import type { Clock } from '../ground/time/clock.ts';

/** A rotation takes one of them. */
const mostAtOnce = 5;
/** Callers can make up ids: they make a process read at most this often. */
const perReadMs = 2_000;

/**
 * Something that is read once a process, and again when it turns out to lack something. How often is bounded, because
 * what it lacks may be made up.
 */
export class ReadAgain<Value> {
  readonly #load: (isAgain: boolean) => Promise<Value>;
  readonly #clock: Clock;
  #reading: Promise<Value> | undefined;
  #allowed = mostAtOnce;
  #countedAt: number;

  /** @param load told whether it has been read before; a failed read is repeated at the next use */
  constructor(load: (isAgain: boolean) => Promise<Value>, clock: Clock) {
    this.#load = load;
    this.#clock = clock;
    this.#countedAt = clock();
  }

  /** @param isEnough false where what was read lacks something */
  async value(isEnough: (value: Value) => boolean): Promise<Value> {
    const first = this.#reading ?? this.#read(false);
    const known = await first;
    if (isEnough(known)) return known;
    // Another call may have read again meanwhile, and may have begun before this one needed it.
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
