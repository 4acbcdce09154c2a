import { setImmediate } from 'node:timers/promises';
import type { Clock, Sleep } from '../../../../shared/ground/time/clock.ts';
import type { Time } from './time.ts';
import { WakeUps } from './wake-ups.ts';

/**
 * Time that passes when everybody waits for it: all code runs until it comes to rest, and then it is the next wake-up's time.
 * Code takes none of it. For what waits for nothing else, neither the machine's timers nor the network.
 */
export class VirtualTime implements Time {
  #now: number;
  readonly #wakeUps = new WakeUps();

  constructor(startAt = Date.UTC(2026, 0, 1)) {
    this.#now = startAt;
  }

  /** Milliseconds with fractions, to measure by. */
  get exact(): number {
    return this.#now;
  }

  readonly clock: Clock = () => Math.floor(this.#now);

  readonly sleep: Sleep = (ms) => this.until(this.#now + ms);

  until(at: number): Promise<void> {
    return new Promise((wake) => {
      this.#wakeUps.add(Math.max(at, this.#now), wake);
    });
  }

  /**
   * Lets time pass until the work is done.
   * @throws Error when the work goes on and nobody waits for time
   */
  async run<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    work.then(end, end);
    // A turn of the event loop: until then everybody has gone on as far as can be.
    for (await setImmediate(); !isOver; await setImmediate()) this.#pass();
    return work;
  }

  #pass(): void {
    const at = this.#wakeUps.nextAt;
    if (at === undefined) throw new Error('work goes on that waits for something other than virtual time');
    this.#now = at;
    while (this.#wakeUps.nextAt === at) this.#wakeUps.take()?.wake();
  }
}
