import type { Units } from '../../../../local/table/capacity.ts';

/** Units a second of one partition key value, of the table or an index ("Best practices for designing partition keys"). */
const unitsPerSecond: Readonly<Units> = { read: 3000, write: 1000 };

/** What a partition has consumed and not been given back yet. */
interface Consumed extends Units {
  /** Milliseconds. */
  at: number;
}

/**
 * AWS's limits for a partition: a bucket that holds one second's units and is given back as many a second. Whoever finds it
 * full is refused; who does not is served whole. AWS often serves more for a while, of what was left unused in the last five
 * minutes or by splitting a partition, and promises neither; a partition whose sort keys grow is not split.
 */
export class PartitionLimits {
  /** Calls that were refused, by partition. */
  readonly refused = new Map<string, number>();
  readonly #partitions = new Map<string, Consumed>();
  readonly #now: () => number;
  readonly #unitsPerSecond: Readonly<Units>;

  /** @param now milliseconds */
  constructor(now: () => number, most: Readonly<Units> = unitsPerSecond) {
    this.#now = now;
    this.#unitsPerSecond = most;
  }

  /** Takes units of a partition, unless it has none left. */
  readonly consume = (partition: string, { read, write }: Units): boolean => {
    const consumed = this.#consumed(partition);
    const isFull = (kind: keyof Units) => consumed[kind] >= this.#unitsPerSecond[kind];
    if ((read > 0 && isFull('read')) || (write > 0 && isFull('write'))) {
      this.refused.set(partition, (this.refused.get(partition) ?? 0) + 1);
      return false;
    }
    consumed.read += read;
    consumed.write += write;
    return true;
  };

  #consumed(partition: string): Consumed {
    const now = this.#now();
    const known = this.#partitions.get(partition) ?? { read: 0, write: 0, at: now };
    const seconds = (now - known.at) / 1000;
    known.read = Math.max(0, known.read - seconds * this.#unitsPerSecond.read);
    known.write = Math.max(0, known.write - seconds * this.#unitsPerSecond.write);
    known.at = now;
    this.#partitions.set(partition, known);
    return known;
  }
}
