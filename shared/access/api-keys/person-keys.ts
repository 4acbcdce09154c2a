import type { Store } from '../../ground/table/store.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { UsableKey } from './key-lineage.ts';
import { type KeyFacts, type KeyRing, keyRingRef, readKeyFacts, usableKeys } from './key-ring.ts';

/**
 * Returns the usable keys that a person is responsible for: the keys that they issued or rotated, and the successors of
 * those keys.
 */
export function keysOfPerson(
  draft: JournalDraft,
  ring: KeyRing | undefined,
  facts: KeyFacts,
  userId: string,
): UsableKey[] {
  return usableKeys(draft, ring, facts).filter(({ persons }) => persons.includes(userId));
}

/** Reads the data for a decision about a person's keys: the facts, and the ids of the person's keys, oldest first. */
export async function readKeysOfPerson(
  store: Pick<Store, 'get' | 'getMany'>,
  organizationId: string,
  userId: string,
): Promise<{ readonly facts: KeyFacts; readonly ids: readonly string[] }> {
  const ring = await store.get(keyRingRef(organizationId));
  const facts = await readKeyFacts(store, ring);
  const persons = ({ id, persons: known }: KeyRing['keys'][number]) => known ?? facts.get(id)?.persons ?? [];
  const entries = (ring?.keys ?? []).filter((entry) => persons(entry).includes(userId));
  return { facts, ids: entries.map(({ id }) => id) };
}
