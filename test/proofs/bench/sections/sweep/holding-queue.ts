import type { Hint, HintQueue } from '../../../../../shared/ports/hint-queue.ts';
import { queueMs } from '../../cost/assumptions.ts';
import type { Time } from '../../service/time.ts';

/** Most messages that SQS takes in one call. */
const batchSize = 10;

/** A queue that nobody reads: it holds every hint, and counts those of rows whose hint it holds already. */
export class HoldingQueue implements HintQueue {
  /** When the hint of a row came, virtual milliseconds, by the row's resource. */
  readonly heldSince = new Map<string, number>();
  twice = 0;
  readonly #time: Pick<Time, 'clock' | 'sleep'>;

  constructor(time: Pick<Time, 'clock' | 'sleep'>) {
    this.#time = time;
  }

  async send(hints: readonly Hint[]): Promise<void> {
    for (let start = 0; start < hints.length; start += batchSize) {
      await this.#time.sleep(queueMs);
      for (const { resourceId } of hints.slice(start, start + batchSize)) this.#hold(resourceId);
    }
  }

  async backlog(): Promise<number> {
    return this.heldSince.size;
  }

  #hold(resourceId: string): void {
    if (this.heldSince.has(resourceId)) this.twice += 1;
    else this.heldSince.set(resourceId, this.#time.clock());
  }
}
