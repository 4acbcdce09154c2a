/**
 * Concurrent first attempts before anything was accepted. Each accepted one makes room for one more, up to `maxSize`.
 */
const initialSize = 10;
const maxSize = 40;

/** How many concurrent first attempts a receiver gets, depending on how many it has accepted. */
export class ReceiverWindow {
  #size = initialSize;

  get size(): number {
    return this.#size;
  }

  accepted(): void {
    this.#size = Math.min(this.#size + 1, maxSize);
  }
}
