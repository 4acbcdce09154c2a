import { tableDefinition } from '../../shared/ground/table/definition.ts';
import type { CallName, Input, Output, TableCall } from './call.ts';
import { consumedCapacity, type Units } from './capacity.ts';
import { noSuchTable, throttled } from './errors.ts';
import { type Item, type Key, keyText } from './item.ts';
import { batchGet, get, query, scan, transactGet } from './reads.ts';
import { StoredItems } from './stored-items.ts';
import { UsedTokens } from './used-tokens.ts';
import { decideBatch, decideOne, decideTransaction, type Outcome, prepareTransaction } from './writes.ts';

/** One item, before and after a write; both undefined, or the same, where nothing changed. */
export interface Change {
  readonly key: Key;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
  /** Whether DynamoDB took it out for its age. */
  readonly isExpiry?: boolean;
}

/** A partition has none left for a part of the call. */
class ThroughputExceeded extends Error {}

interface Options {
  readonly name?: string;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/**
 * The service's table as DynamoDB keeps it, in memory: for the simulation, the bench and tests of the service, never in
 * production. A call takes effect at once and as a whole; `memory-client.ts` has what takes time. DynamoDB Local is its
 * referee: the same calls are answered alike (`referee.test.ts`).
 */
export class MemoryTable {
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
  readonly #items = new StoredItems();
  readonly #tokens = new UsedTokens();
  readonly #now: () => number;

  constructor({ name = 'memory', now = Date.now }: Options = {}) {
    this.name = name;
    this.#now = now;
  }

  /**
   * Performs a call: all of it or nothing.
   * @throws what the SDK throws where DynamoDB refuses it; UnknownForm for what the service does not use
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
    if (read) return read(this.#items, call.input, (partition, units) => this.#consume(partition, units, 0));
    return call.name === 'TransactWrite' ? this.#transact(call) : this.#apply(this.#decide(call));
  }

  /** What stands under a key; not a copy. */
  item(key: Key): Item | undefined {
    return this.#items.get(key);
  }

  /** Takes out what has expired, as DynamoDB does some time after. @returns how many items */
  expire(): number {
    const isOver = (item: Item) => (item[tableDefinition.timeToLive] as number) * 1000 <= this.#now();
    const expired = [...this.#items.all()].filter(isOver);
    for (const before of expired) this.#set({ key: keyText(before), before, after: undefined, isExpiry: true });
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
    if (this.#tokens.knows(call.input, now)) return {};
    const output = this.#apply(decideTransaction(this.#items, writes, this.#meterWrite));
    this.#tokens.add(call.input, now);
    return output;
  }

  #decide(call: TableCall): Outcome {
    const decide = call.name === 'BatchWrite' ? decideBatch : decideOne;
    return decide(this.#items, call, this.#meterWrite);
  }

  #apply({ effects, output }: Outcome): Output {
    for (const { key, before, after } of effects) this.#set({ key, before, after });
    return output;
  }

  #set(change: Change): void {
    this.#items.set(change.key, change.after);
    this.onChange(change);
  }

  readonly #meterWrite = (partition: string, units: number) => this.#consume(partition, 0, units);

  #consume(partition: string, read: number, write: number): void {
    if (!this.mayConsume(partition, { read, write })) throw new ThroughputExceeded();
    this.units.read += read;
    this.units.write += write;
  }

  #refuseOtherTables({ name, input }: TableCall): void {
    const parts: Input[] = input.TransactItems?.flatMap((part: Input) => Object.values(part)) ?? [input];
    const tables = name.startsWith('Batch') ? Object.keys(input.RequestItems) : parts.map(({ TableName }) => TableName);
    const other = tables.find((table) => table !== this.name);
    if (other !== undefined) throw noSuchTable(other);
  }
}
