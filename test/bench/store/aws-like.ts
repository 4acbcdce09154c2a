import { setTimeout as sleep } from 'node:timers/promises';
import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import type { Intercept, StoreCall } from './intercept.ts';
import { actionsOf, identity, keyOf } from './keys.ts';

/** What a call takes in AWS within a region, milliseconds. */
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
 * @param latencies whether AWS's time comes on top of what the local store takes, or a call takes at least AWS's time
 */
export function createAwsLike(latencies: 'added' | 'at-least' = 'added'): Intercept {
  const slowed = latencies === 'added' ? afterLatency : withinLatency;
  const held = new Set<string>();
  const readers = new Set<Reader>();

  async function write(items: readonly string[], send: Send): Promise<unknown> {
    const codes = items.map((item) => (held.has(item) ? 'TransactionConflict' : 'None'));
    if (codes.includes('TransactionConflict')) {
      await sleep(latencyMs.transaction);
      throw canceled(codes);
    }
    for (const item of items) held.add(item);
    for (const reader of readers) reader.torn ||= items.some((item) => reader.items.has(item));
    try {
      return await slowed(latencyMs.transaction, send);
    } finally {
      for (const item of items) held.delete(item);
    }
  }

  async function read(items: readonly string[], send: Send): Promise<unknown> {
    const reader: Reader = { items: new Set(items), torn: items.some((item) => held.has(item)) };
    readers.add(reader);
    try {
      const found = await slowed(latencyMs.transaction, async () => (reader.torn ? undefined : send()));
      if (!reader.torn) return found;
      throw canceled(items.map(() => 'TransactionConflict'));
    } finally {
      readers.delete(reader);
    }
  }

  async function single(call: StoreCall, send: Send): Promise<unknown> {
    const refused = /^(Put|Update|Delete)/.test(call.name) && held.has(identity(keyOf(call.input)));
    return slowed(latencyMs.single, async () => {
      if (refused) throw new TransactionConflictException({ message: 'Transaction is ongoing', $metadata: {} });
      return send();
    });
  }

  return (call, send) => {
    if (!call.name.startsWith('Transact')) return single(call, send);
    const items = actionsOf(call).map(({ action }) => identity(keyOf(action)));
    return call.name.startsWith('TransactGet') ? read(items, send) : write(items, send);
  };
}

type Send = () => Promise<unknown>;

async function afterLatency(ms: number, send: Send): Promise<unknown> {
  await sleep(ms);
  return send();
}

async function withinLatency(ms: number, send: Send): Promise<unknown> {
  const [answer] = await Promise.allSettled([send(), sleep(ms)]);
  if (answer.status === 'rejected') throw answer.reason;
  return answer.value;
}

function canceled(codes: readonly string[]): TransactionCanceledException {
  return new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });
}
