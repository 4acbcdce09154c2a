import type { WebhookCursor } from '../endpoints/cursor.ts';
import { failuresBeforeProbing } from '../endpoints/ladder.ts';

/** First attempts at once, as long as nothing was accepted; each that is makes room for one more. */
const first = 10;
const widest = 32;

/** How much is asked of a receiver at once, by how it answers first attempts. */
export class ReceiverWindow {
  #size = first;
  #failedInRow: number;
  #isProbe: boolean;

  constructor({ probeAt, failedFirstAttempts }: WebhookCursor) {
    this.#isProbe = probeAt !== undefined;
    this.#failedInRow = this.#isProbe ? 0 : failedFirstAttempts;
  }

  /** Attempts that may be under way: of one that has begun to fail no more is asked than it takes to know that it does. */
  get room(): number {
    if (this.#failedInRow === 0) return this.#size;
    return Math.max(1, Math.min(this.#size, failuresBeforeProbing - this.#failedInRow));
  }

  /** Whether its events are kept back, and it has accepted nothing yet. */
  get isProbe(): boolean {
    return this.#isProbe;
  }

  /** Whether so many have failed in a row that nothing more is asked. */
  get isClosed(): boolean {
    return this.#failedInRow >= failuresBeforeProbing;
  }

  /** Whether it was a probe, and nothing was accepted. */
  get probeFailed(): boolean {
    return this.#isProbe && this.#failedInRow > 0;
  }

  accepted(): void {
    this.#size = Math.min(this.#size + 1, widest);
    this.#failedInRow = 0;
    this.#isProbe = false;
  }

  failed(): void {
    this.#failedInRow += 1;
  }
}
