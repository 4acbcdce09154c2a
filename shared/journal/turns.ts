import type { Runtime } from '../runtime/runtime.ts';
import type { Store } from '../table/store.ts';

interface Turn {
  readonly begun: Promise<unknown>;
  readonly over: Promise<unknown>;
}

/** The last turn of each organization, by store: each process has its own. */
const lastTurns = new WeakMap<Store, Map<string, Turn>>();

/** Longer than a turn takes, even when the table answers only at the second try. */
const longestTurnMs = 2_000;

/**
 * Lets what one process does to one organization happen one after another, first come first served: side by side they
 * would only lose races to each other. A courtesy, not a lock: who takes too long is raced, and between processes the
 * head's version decides anyway.
 */
export async function inTurn<T>(
  { sleep, store }: Pick<Runtime, 'sleep' | 'store'>,
  organizationId: string,
  act: () => Promise<T>,
): Promise<T> {
  const turns = lastTurns.get(store) ?? new Map<string, Turn>();
  lastTurns.set(store, turns);
  const previous = turns.get(organizationId);
  const begun = previous
    ? previous.begun.then(() => Promise.race([previous.over, sleep(longestTurnMs)]))
    : Promise.resolve();
  const result = begun.then(act);
  const mine = { begun, over: result.catch(() => undefined) };
  turns.set(organizationId, mine);
  try {
    return await result;
  } finally {
    if (turns.get(organizationId) === mine) turns.delete(organizationId);
  }
}
