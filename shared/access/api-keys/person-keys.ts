import type { Store } from '../../ground/table/store.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { UsableKey } from './key-line.ts';
import { type KeyFacts, type KeyRing, keyRingRead, readKeyFacts, usableKeys } from './key-ring.ts';

/** The usable keys that a person answers for: that they issued, or rotated, or that such a key was rotated to. */
export function keysOfPerson(
  draft: JournalDraft,
  ring: KeyRing | undefined,
  facts: KeyFacts,
  userId: string,
): UsableKey[] {
  return usableKeys(draft, ring, facts).filter(({ persons }) => persons.includes(userId));
}

/** What a decision on them wants to have been read: the facts, and the ids of theirs, oldest first. */
export async function readKeysOfPerson(
  store: Pick<Store, 'get' | 'getMany'>,
  organizationId: string,
  userId: string,
): Promise<{ readonly facts: KeyFacts; readonly ids: readonly string[] }> {
  const ring = await store.get(keyRingRead(organizationId));
  const facts = await readKeyFacts(store, ring);
  const persons = ({ id, persons: said }: KeyRing['keys'][number]) => said ?? facts.get(id)?.persons ?? [];
  const theirs = (ring?.keys ?? []).filter((entry) => persons(entry).includes(userId));
  return { facts, ids: theirs.map(({ id }) => id) };
}
