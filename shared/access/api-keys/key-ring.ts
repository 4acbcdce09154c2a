import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { refTo } from '../../ground/table/expressions.ts';
import type { Store } from '../../ground/table/store.ts';
import { table } from '../../ground/table/table.ts';
import { create, replace } from '../../ground/table/writes.ts';
import { type ApiKey, ApiKeyEntity, answerablePersonsOf, apiKeyRef } from '../../identity/api-key.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { lineageOf, type UsableKey } from './key-lineage.ts';

/**
 * More than an organization needs, and few enough for one small item. The limit also bounds how many keys can come from
 * one key by rotation.
 */
export const maxUsableKeys = 100;

/** The usable keys of an organization, in one row so that a decision can count them. */
export const KeyRingEntity = new Entity({
  name: 'keyRing',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    version: number(),
    keys: list(
      map({
        id: string(),
        expiresAt: number(),
        /** These values are copied from the key's row. They are absent on entries written by the previous release. */
        lineage: string().optional().savedAs('line'),
        rotations: number().optional().savedAs('generation'),
        persons: list(string()).optional(),
      }),
    ),
  }),
  computeKey: ({ organizationId }: { organizationId: string }) => ({ pk: `KEY_RING#${organizationId}`, sk: 'RING' }),
});

export type KeyRing = FormattedItem<typeof KeyRingEntity>;

/**
 * Lists a key under its organization. The key's own row has the id alone as its key, so that authentication can read
 * it.
 */
export const KeyListingEntity = new Entity({
  name: 'apiKeyListing',
  table,
  timestamps: false,
  schema: item({ organizationId: string().key(), id: string().key() }),
  computeKey: ({ organizationId, id }: { organizationId: string; id: string }) => ({
    pk: keyListingPartition(organizationId),
    sk: id,
  }),
});

export function keyListingPartition(organizationId: string): string {
  return `API_KEYS#${organizationId}`;
}

export function keyRingRef(organizationId: string) {
  return refTo(KeyRingEntity, { organizationId });
}

/**
 * Adds a key to the organization and to its ring.
 * @param changed a key of the ring whose expiry changes in the same commit
 * @throws ServiceError BAD_REQUEST when the organization would have too many usable keys
 */
export function addKey(draft: JournalDraft, ring: KeyRing | undefined, key: ApiKey, changed?: ApiKey): void {
  const { organizationId, id } = key;
  const others = usable(ring, draft.now).map((entry) =>
    entry.id === changed?.id ? { ...entry, expiresAt: changed.expiresAt } : entry,
  );
  if (others.length >= maxUsableKeys) {
    throw new ServiceError('BAD_REQUEST', `the organization has ${maxUsableKeys} usable keys; revoke one first`);
  }
  const keys = [...others, { id, expiresAt: key.expiresAt, ...lineageOf(key), persons: [...answerablePersonsOf(key)] }];
  draft.write(
    create(ApiKeyEntity, key),
    create(KeyListingEntity, { organizationId, id }),
    ring ? replace(KeyRingEntity, { ...ring, keys }) : create(KeyRingEntity, { organizationId, version: 1, keys }),
  );
}

/** Removes keys that have ended from the ring. */
export function dropKeys(draft: JournalDraft, ring: KeyRing | undefined, ids: readonly string[]): void {
  if (!ring) return;
  const keys = usable(ring, draft.now).filter(({ id }) => !ids.includes(id));
  draft.write(replace(KeyRingEntity, { ...ring, keys }));
}

/** Facts by key id that are missing from ring entries of the previous release. They never change. */
export type KeyFacts = ReadonlyMap<string, UsableKey>;

/** Reads the facts from the keys whose ring entries lack them. */
export async function readKeyFacts(store: Pick<Store, 'getMany'>, ring: KeyRing | undefined): Promise<KeyFacts> {
  const incomplete = (ring?.keys ?? []).filter(({ persons }) => !persons).map(({ id }) => ({ id }));
  const keys = await store.getMany(ApiKeyEntity, incomplete);
  return new Map(keys.map((key) => [key.id, factsOf(key)]));
}

/** Returns the usable keys of a ring. */
export function usableKeys(draft: JournalDraft, ring: KeyRing | undefined, facts: KeyFacts): UsableKey[] {
  return usable(ring, draft.now).flatMap(({ id, lineage, rotations, persons }) => {
    if (lineage !== undefined && rotations !== undefined && persons) return { id, lineage, rotations, persons };
    const known = facts.get(id);
    if (known) return known;
    const key = draft.lookUp(apiKeyRef(id));
    return key ? factsOf(key) : [];
  });
}

/** Looks up the rows of keys. */
export function rowsOfKeys(draft: JournalDraft, keys: readonly Pick<UsableKey, 'id'>[]): ApiKey[] {
  return keys.flatMap(({ id }) => draft.lookUp(apiKeyRef(id)) ?? []);
}

function factsOf(key: ApiKey): UsableKey {
  return { id: key.id, ...lineageOf(key), persons: answerablePersonsOf(key), rotatedFrom: key.rotatedFrom };
}

function usable(ring: KeyRing | undefined, now: number): KeyRing['keys'] {
  return (ring?.keys ?? []).filter(({ expiresAt }) => expiresAt > now);
}
