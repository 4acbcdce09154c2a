import { setTimeout as sleep } from 'node:timers/promises';
import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import type { Intercept, StoreCall } from './intercept.ts';
import { actionsOf, identity, keyOf } from './keys.ts';

/** What a call takes in AWS within a region, milliseconds; added to what the local store takes. */
export const latencyMs = { single: 5, transaction: 12 };

/** A transaction that reads; `torn` once a writing one touched its items meanwhile. */
interface Reader {
  readonly items: ReadonlySet<string>;
  torn: boolean;
}

/**
 * Makes a local store behave like DynamoDB in two ways that it does not by itself: calls take AWS's time, and a
 * transaction holds its items for all of that time. Refused with a conflict, after their latency: a writing transaction and
 * a single write that come while an item is held, and a reading transaction that overlaps with a writing one at all.
 * One emulator is the store of one run; callers share nothing else.
 */
export function createAwsLike(): Intercept {
  const held = new Set<string>();
  const readers = new Set<Reader>();

  async function write(items: readonly string[], send: () => Promise<unknown>): Promise<unknown> {
    const codes = items.map((item) => (held.has(item) ? 'TransactionConflict' : 'None'));
    if (codes.includes('TransactionConflict')) {
      await sleep(latencyMs.transaction);
      throw canceled(codes);
    }
    for (const item of items) held.add(item);
    for (const reader of readers) reader.torn ||= items.some((item) => reader.items.has(item));
    try {
      await sleep(latencyMs.transaction);
      return await send();
    } finally {
      for (const item of items) held.delete(item);
    }
  }

  async function read(items: readonly string[], send: () => Promise<unknown>): Promise<unknown> {
    const reader: Reader = { items: new Set(items), torn: items.some((item) => held.has(item)) };
    readers.add(reader);
    try {
      await sleep(latencyMs.transaction);
      const found = reader.torn ? undefined : await send();
      if (!reader.torn) return found;
      throw canceled(items.map(() => 'TransactionConflict'));
    } finally {
      readers.delete(reader);
    }
  }

  async function single(call: StoreCall, send: () => Promise<unknown>): Promise<unknown> {
    const refused = /^(Put|Update|Delete)/.test(call.name) && held.has(identity(keyOf(call.input)));
    await sleep(latencyMs.single);
    if (refused) throw new TransactionConflictException({ message: 'Transaction is ongoing', $metadata: {} });
    return send();
  }

  return (call, send) => {
    if (!call.name.startsWith('Transact')) return single(call, send);
    const items = actionsOf(call).map(({ action }) => identity(keyOf(action)));
    return call.name.startsWith('TransactGet') ? read(items, send) : write(items, send);
  };
}

function canceled(codes: readonly string[]): TransactionCanceledException {
  return new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });
}
