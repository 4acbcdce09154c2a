import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { ServiceError } from '../errors/service-error.ts';
import type { JournalDraft } from '../journal/draft.ts';
import { read } from '../table/expressions.ts';
import { table } from '../table/table.ts';
import { create, replace } from '../table/writes.ts';
import { type ApiKey, ApiKeyEntity } from './api-key.ts';

/** More than one organization needs, few enough for one small item. It also bounds what a key can make of itself by rotating. */
export const maxUsableKeys = 100;

/** The keys of an organization that can be used, so that a decision can count them. */
export const KeyRingEntity = new Entity({
  name: 'keyRing',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    version: number(),
    keys: list(map({ id: string(), expiresAt: number() })),
  }),
  computeKey: ({ organizationId }: { organizationId: string }) => ({ pk: `KEY_RING#${organizationId}`, sk: 'RING' }),
});

export type KeyRing = FormattedItem<typeof KeyRingEntity>;

/** That an organization has a key: what lists are read from. The key itself lies where the door finds it by its id alone. */
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

export function keyRingRead(organizationId: string) {
  return read(KeyRingEntity, { organizationId });
}

/**
 * Adds a key and keeps the ring; `changed` is a key of the ring whose end has moved with it.
 * @throws ServiceError BAD_REQUEST when the organization would have more usable keys than it may
 */
export function addKey(draft: JournalDraft, ring: KeyRing | undefined, key: ApiKey, changed?: ApiKey): void {
  const { organizationId, id } = key;
  const others = usable(ring, draft.now).map((entry) =>
    entry.id === changed?.id ? { ...entry, expiresAt: changed.expiresAt } : entry,
  );
  if (others.length >= maxUsableKeys) {
    throw new ServiceError('BAD_REQUEST', `the organization has ${maxUsableKeys} usable keys; revoke one first`);
  }
  const keys = [...others, { id, expiresAt: key.expiresAt }];
  draft.write(
    create(ApiKeyEntity, key),
    create(KeyListingEntity, { organizationId, id }),
    ring ? replace(KeyRingEntity, { ...ring, keys }) : create(KeyRingEntity, { organizationId, version: 1, keys }),
  );
}

/** Takes a key that has ended off the ring. */
export function dropKey(draft: JournalDraft, ring: KeyRing | undefined, id: string): void {
  if (!ring) return;
  const keys = usable(ring, draft.now).filter((entry) => entry.id !== id);
  draft.write(replace(KeyRingEntity, { ...ring, keys }));
}

function usable(ring: KeyRing | undefined, now: number): KeyRing['keys'] {
  return (ring?.keys ?? []).filter(({ expiresAt }) => expiresAt > now);
}
