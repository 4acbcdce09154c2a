import { type CallName, type Output, type TableCall, tablesOf } from './call.ts';
import { consumedCapacity, type Units } from './capacity.ts';
import { noSuchTable, throttled } from './errors.ts';
import { type Item, type Key, keyParts, keyText, primaryKey } from './item.ts';
import { batchGet, get, query, scan, transactGet } from './reads.ts';
import { MemoryStorage } from './storage/memory-storage.ts';
import type { Storage } from './storage/storage.ts';
import { StorageFailed } from './storage/storage-failed.ts';
import { isTokenUsed, rememberedMs, useToken } from './storage/used-tokens.ts';
import { decideBatch, decideOne, decideTransaction, type Outcome, prepareTransaction } from './writes.ts';

/** One item before and after a write. Both are undefined, or the same, if nothing changed. */
export interface Change {
  readonly key: Key;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
  /** Whether it was deleted because its time to live had passed. */
  readonly isExpiry?: boolean;
}

/** A partition has no throughput left for a part of the call. */
class ThroughputExceeded extends Error {}

interface Options {
  readonly name?: string;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Defaults to memory. */
  readonly storage?: Storage;
}

/**
 * The service's table as DynamoDB would keep it, inside this process. Used by the one-machine stack, the simulation,
 * the bench and service tests, and never in production. A call takes effect at once and as a whole. Its answers are
 * compared with those of DynamoDB Local (`test/local/table/referee.test.ts`).
 */
export class EmbeddedTable {
  readonly name: string;
  /** The cost of all calls so far, as AWS bills them. */
  readonly units: Units = { read: 0, write: 0 };
  /** Called for each written item, in order, like the table's stream. */
  onChange: (change: Change) => void = () => {};
  /**
   * Called for each part of a call before anything changes. Returns whether a partition, named as by `partitionName`,
   * has enough throughput left. If not, the call is refused.
   */
  mayConsume: (partition: string, units: Units) => boolean = () => true;
  readonly #storage: Storage;
  readonly #now: () => number;

  constructor({ name = 'memory', now = Date.now, storage = new MemoryStorage() }: Options = {}) {
    this.name = name;
    this.#now = now;
    this.#storage = storage;
  }

  /**
   * Performs a call completely or not at all.
   * @throws the error of the SDK if DynamoDB would refuse it; UnknownForm for anything that the service does not use;
   *   StorageFailed
   */
  perform({ name, input: { ReturnConsumedCapacity: asked, ...input } }: TableCall): Output {
    const call: TableCall = { name, input };
    const { read, write } = this.units;
    try {
      const output = this.#perform(call);
      if (asked === undefined) return output;
      const units = { read: this.units.read - read, write: this.units.write - write };
      return { ...output, ConsumedCapacity: consumedCapacity(call, { asked, units, TableName: this.name }) };
    } catch (error) {
      throw error instanceof ThroughputExceeded ? throttled(call) : error;
    }
  }

  #perform(call: TableCall): Output {
    this.#refuseOtherTables(call);
    const read = this.#reads[call.name];
    if (read) return read(this.#storage, call.input, (partition, units) => this.#consume(partition, units, 0));
    return call.name === 'TransactWrite' ? this.#transact(call) : this.#apply(this.#decide(call));
  }

  /** The item under a key, not copied. */
  item(key: Key): Item | undefined {
    return this.#storage.get(keyParts(key));
  }

  /**
   * Deletes items whose time to live has passed, as DynamoDB does after some time, and tokens that DynamoDB would have
   * forgotten.
   * @returns the number of items
   */
  expire(atMost = Number.POSITIVE_INFINITY): number {
    const now = this.#now();
    const expired = this.#storage.expired(now / 1000, atMost);
    this.#write(() => {
      for (const before of expired) this.#set({ key: keyText(before), before, after: undefined, isExpiry: true });
      this.#storage.forgetTokens(now - rememberedMs);
    });
    return expired.length;
  }

  readonly #reads: Partial<Record<CallName, typeof get>> = {
    Get: get,
    BatchGet: batchGet,
    TransactGet: transactGet,
    Query: query,
    Scan: scan,
  };

  #transact(call: TableCall): Output {
    const writes = prepareTransaction(call);
    const now = this.#now();
    if (isTokenUsed(this.#storage, call.input, now)) return {};
    const outcome = decideTransaction(this.#storage, writes, this.#meterWrite);
    return this.#apply(outcome, () => useToken(this.#storage, call.input, now));
  }

  #decide(call: TableCall): Outcome {
    const decide = call.name === 'BatchWrite' ? decideBatch : decideOne;
    return decide(this.#storage, call, this.#meterWrite);
  }

  #apply({ effects, output }: Outcome, andThen: () => void = () => {}): Output {
    this.#write(() => {
      for (const { key, before, after } of effects) this.#set({ key, before, after });
      andThen();
    });
    return output;
  }

  /** A failure at this point affects a call that was already decided, and may already be written in part. */
  #write(write: () => void): void {
    try {
      write();
    } catch (error) {
      throw new StorageFailed(error);
    }
  }

  #set(change: Change): void {
    const { key, before, after } = change;
    const item = after ?? before;
    this.#storage.set(item ? primaryKey(item) : keyParts(key), after);
    this.onChange(change);
  }

  readonly #meterWrite = (partition: string, units: number) => this.#consume(partition, 0, units);

  #consume(partition: string, read: number, write: number): void {
    if (!this.mayConsume(partition, { read, write })) throw new ThroughputExceeded();
    this.units.read += read;
    this.units.write += write;
  }

  #refuseOtherTables(call: TableCall): void {
    const other = tablesOf(call).find((table) => table !== this.name);
    if (other !== undefined) throw noSuchTable(other);
  }
}
