import { refuseUnknown } from '../../../ground/table/known-values.ts';
import type { Store } from '../../../ground/table/store.ts';
import type { Batch } from '../batch/batch.ts';
import { type BatchItem, BatchItemEntity, batchItemPartition, itemPosition } from '../batch/batch-item.ts';

const rowsPerQuery = 100;

/** The items of a batch that become payouts, in order, read as needed. */
export class ValidItems {
  readonly #store: Pick<Store, 'range'>;
  readonly #batch: Batch;
  #read: readonly BatchItem[] = [];
  #readTo: number;

  /** Starts at the batch's position. */
  constructor(store: Pick<Store, 'range'>, batch: Batch) {
    this.#store = store;
    this.#batch = batch;
    this.#readTo = batch.position;
  }

  /**
   * The next items; fewer only if there are no more. They stay until they are dropped.
   * @throws UnknownValue for an item in a status that this release does not know, because then it cannot tell that the
   *   batch is finished
   */
  async peek(count: number): Promise<readonly BatchItem[]> {
    const { organizationId, batchId, itemCount } = this.#batch;
    while (this.#read.length < count && this.#readTo < itemCount) {
      const partition = batchItemPartition(organizationId, batchId);
      const from = itemPosition(this.#readTo);
      const { items } = await this.#store.range(BatchItemEntity, { partition, from, limit: rowsPerQuery });
      for (const item of items) refuseUnknown(BatchItemEntity, item);
      this.#readTo = (items.at(-1)?.index ?? itemCount) + 1;
      this.#read = [...this.#read, ...items.filter(({ status }) => status === 'valid')];
    }
    return this.#read.slice(0, count);
  }

  drop(count: number): void {
    this.#read = this.#read.slice(count);
  }
}
