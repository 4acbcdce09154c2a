import { isTransaction, isWrite, keysOf, type TableCall } from './call.ts';
import { conflict } from './errors.ts';
import type { Key } from './item.ts';

/**
 * Tracks calls in progress and decides which of them DynamoDB refuses with a conflict: a write, alone or in a
 * transaction, whose item a writing transaction holds; and a reading transaction that overlaps with any write to its
 * items.
 */
export class Ongoing {
  readonly #held = new Map<Key, number>();
  readonly #written = new Map<Key, number>();
  readonly #readers = new Set<Reader>();

  /**
   * Starts a call.
   * @returns the function that ends it
   * @throws a conflict; for a reading transaction with a conflict in the meantime, when it ends
   */
  begin(call: TableCall): () => void {
    const keys = keysOf(call);
    if (call.name === 'TransactGet') return this.#read(call, keys);
    if (!isWrite(call)) return () => {};
    this.#refuseHeld(call, keys, this.#held);
    const counted = isTransaction(call) ? [this.#held, this.#written] : [this.#written];
    for (const key of keys) {
      for (const counts of counted) add(counts, key, 1);
      for (const reader of this.#readers) if (reader.keys.includes(key)) reader.met.add(key);
    }
    return () => {
      for (const key of keys) for (const counts of counted) add(counts, key, -1);
    };
  }

  #read(call: TableCall, keys: readonly Key[]): () => void {
    this.#refuseHeld(call, keys, this.#written);
    const reader: Reader = { keys, met: new Set() };
    this.#readers.add(reader);
    return () => {
      this.#readers.delete(reader);
      if (reader.met.size > 0)
        throw conflict(
          call,
          keys.map((key) => reader.met.has(key)),
        );
    };
  }

  #refuseHeld(call: TableCall, keys: readonly Key[], counts: ReadonlyMap<Key, number>): void {
    const isHeld = keys.map((key) => counts.has(key));
    if (isHeld.includes(true)) throw conflict(call, isHeld);
  }
}

interface Reader {
  readonly keys: readonly Key[];
  readonly met: Set<Key>;
}

function add(counts: Map<Key, number>, key: Key, by: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
