import type { WebhookCursor } from '../endpoints/cursor.ts';
import { failuresBeforeProbing } from '../endpoints/ladder.ts';

/**
 * First attempts at the same time before anything was accepted. Each accepted one makes room for one more, up to
 * `maxSize`.
 */
const initialSize = 10;
const maxSize = 32;

/** How many first attempts a receiver gets at the same time, depending on how it answers them. */
export class ReceiverWindow {
  #size = initialSize;
  #failedInRow: number;
  #isProbe: boolean;

  constructor({ probeAt, failedFirstAttempts }: WebhookCursor) {
    this.#isProbe = probeAt !== undefined;
    this.#failedInRow = this.#isProbe ? 0 : failedFirstAttempts;
  }

  /**
   * How many attempts may be under way. A receiver that has begun to fail gets only as many as are needed to close the
   * window.
   */
  get room(): number {
    if (this.#failedInRow === 0) return this.#size;
    return Math.max(1, Math.min(this.#size, failuresBeforeProbing - this.#failedInRow));
  }

  /** Whether its events are held back, and it has accepted nothing yet. */
  get isProbe(): boolean {
    return this.#isProbe;
  }

  /** Whether so many have failed in a row that no further attempt is made. */
  get isClosed(): boolean {
    return this.#failedInRow >= failuresBeforeProbing;
  }

  /** Whether this was a probe that failed: nothing was accepted. */
  get probeFailed(): boolean {
    return this.#isProbe && this.#failedInRow > 0;
  }

  accepted(): void {
    this.#size = Math.min(this.#size + 1, maxSize);
    this.#failedInRow = 0;
    this.#isProbe = false;
  }

  failed(): void {
    this.#failedInRow += 1;
  }
}
