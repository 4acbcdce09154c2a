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

/** One item, before and after a write; both undefined, or the same, where nothing changed. */
export interface Change {
  readonly key: Key;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
  /** Whether DynamoDB deleted it because its time to live had passed. */
  readonly isExpiry?: boolean;
}

/** A partition has none left for a part of the call. */
class ThroughputExceeded extends Error {}

interface Options {
  readonly name?: string;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** In memory unless given. */
  readonly storage?: Storage;
}

/**
 * The service's table as DynamoDB keeps it, inside this process: the table of the stack on one machine, of the simulation, the
 * bench and service tests; never in production. A call takes effect at once and as a whole. DynamoDB Local is its referee: the
 * same calls get the same answers (`test/local/table/referee.test.ts`).
 */
export class EmbeddedTable {
  readonly name: string;
  /** What all calls so far cost, as AWS bills them. */
  readonly units: Units = { read: 0, write: 0 };
  /** Told of each written item, in order, as the table's stream is. */
  onChange: (change: Change) => void = () => {};
  /**
   * Asked for each part of a call before anything changes: whether a partition, as `partitionName` says it, has throughput left
   * for so many units. If not, the call is refused.
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
   * Performs a call: all of it or nothing.
   * @throws what the SDK throws where DynamoDB refuses it; UnknownForm for what the service does not use; StorageFailed
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

  /** What stands under a key; not a copy. */
  item(key: Key): Item | undefined {
    return this.#storage.get(keyParts(key));
  }

  /**
   * Deletes items whose time to live has passed, as DynamoDB does some time after, and forgets tokens that are as old as
   * DynamoDB forgets them. @returns how many items
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

  /** What fails here has been decided, and may have been written in part. */
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
