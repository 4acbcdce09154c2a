import { isTransaction, isWrite, keysOf, type TableCall } from './call.ts';
import { conflict } from './errors.ts';
import type { Key } from './item.ts';

/**
 * Calls that are under way, and which of them DynamoDB refuses with a conflict: a write, alone or of a transaction, whose item
 * a writing transaction holds; and a reading transaction that meets any write of its items, from when it begins until it ends.
 */
export class Ongoing {
  readonly #held = new Map<Key, number>();
  readonly #written = new Map<Key, number>();
  readonly #readers = new Set<Reader>();

  /** Begins a call. @returns what ends it. @throws a conflict; at its end, for a reading transaction that was met meanwhile */
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
