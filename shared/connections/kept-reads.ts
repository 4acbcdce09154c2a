import type { Clock } from '../ground/time/clock.ts';

/** Milliseconds. */
const keptMs = 30_000;
/** More connections than one process meets in half a minute. */
const mostKept = 1_000;

interface Kept<Value> {
  readonly value: Promise<Value>;
  readonly until: number;
}

/** Caches reads for half a minute. Concurrent callers wait for the same read. Failed reads are not cached. */
export class KeptReads<Value> {
  readonly #clock: Clock;
  readonly #read: (key: string) => Promise<Value>;
  readonly #kept = new Map<string, Kept<Value>>();

  constructor(clock: Clock, read: (key: string) => Promise<Value>) {
    this.#clock = clock;
    this.#read = read;
  }

  get(key: string): Promise<Value> {
    const now = this.#clock();
    const kept = this.#kept.get(key);
    if (kept && kept.until > now) return kept.value;
    const value = this.#read(key);
    this.#keep(key, { value, until: now + keptMs });
    value.catch(() => {
      if (this.#kept.get(key)?.value === value) this.#kept.delete(key);
    });
    return value;
  }

  forget(key: string): void {
    this.#kept.delete(key);
  }

  /** The oldest entry makes room. */
  #keep(key: string, kept: Kept<Value>): void {
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
  }
}
