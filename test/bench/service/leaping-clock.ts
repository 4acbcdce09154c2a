import { setImmediate } from 'node:timers/promises';
import type { Clock, Sleep } from '../../../shared/runtime/clock.ts';
import type { Intercept } from '../store/intercept.ts';

interface Timer {
  readonly at: number;
  readonly wake: () => void;
}

/**
 * A clock for days that pass in seconds: it goes with the machine's while the store is at work, and leaps to the next timer
 * when everybody waits for time to pass. Milliseconds. For one process, whose every call to the store it must see.
 */
export class LeapingClock {
  #leapt = 0;
  #atWork = 0;
  #timers: Timer[] = [];
  #rest = () => {};

  /** With fractions, to measure by. */
  get exact(): number {
    return performance.timeOrigin + performance.now() + this.#leapt;
  }

  readonly now: Clock = () => Math.floor(this.exact);

  readonly sleep: Sleep = (ms) => this.until(this.now() + ms);

  until(at: number): Promise<void> {
    return new Promise((wake) => {
      this.#timers.push({ at, wake });
    });
  }

  readonly intercept: Intercept = async (_call, send) => {
    this.#atWork += 1;
    try {
      return await send();
    } finally {
      this.#atWork -= 1;
      if (this.#atWork === 0) this.#rest();
    }
  };

  /** Lets time pass until the work is done. */
  async run<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const end = () => {
      isOver = true;
      this.#rest();
    };
    work.then(end, end);
    while (!isOver) {
      await this.#everybodyWaits();
      this.#leap();
    }
    return work;
  }

  async #everybodyWaits(): Promise<void> {
    do {
      if (this.#atWork > 0) {
        await new Promise<void>((rest) => {
          this.#rest = rest;
        });
      }
      // What an answer leads to begins before the next turn.
      await setImmediate();
    } while (this.#atWork > 0);
  }

  #leap(): void {
    const next = Math.min(...this.#timers.map(({ at }) => at));
    if (next === Number.POSITIVE_INFINITY) return;
    this.#leapt += Math.max(0, next - this.exact);
    const isDue = ({ at }: Timer) => at <= this.exact;
    const due = this.#timers.filter(isDue);
    this.#timers = this.#timers.filter((timer) => !due.includes(timer));
    for (const { wake } of due.sort((a, b) => a.at - b.at)) wake();
  }
}
