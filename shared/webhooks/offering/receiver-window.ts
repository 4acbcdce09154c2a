/**
 * The number of concurrent first attempts before any was accepted. Each accepted attempt makes room for one more, up to
 * `maxSize`.
 */
const initialSize = 10;
const maxSize = 40;

/** Tracks how many concurrent first attempts a receiver gets, which depends on how many it has accepted. */
export class ReceiverWindow {
  #size = initialSize;

  get size(): number {
    return this.#size;
  }

  accepted(): void {
    this.#size = Math.min(this.#size + 1, maxSize);
  }
}
