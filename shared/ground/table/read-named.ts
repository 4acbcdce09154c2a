import type { Entity, FormattedItem, KeyInputItem } from 'dynamodb-toolbox/entity';
import { KeysLeftUnread } from './calls/keys-left-unread.ts';
import type { Store } from './store.ts';

const attempts = 3;

/**
 * Reads items that are named in rows written by the same commits, at most a hundred, in the order of the keys. While a
 * commit is in progress, a row may briefly be visible before its item. The items are then read again, because a list
 * without that item would seem complete.
 * @throws KeysLeftUnread
 */
export async function readNamed<E extends Entity>(
  store: Pick<Store, 'getMany'>,
  entity: E,
  keys: readonly KeyInputItem<E>[],
): Promise<FormattedItem<E>[]> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const items = await store.getMany(entity, keys);
    if (items.length === keys.length) return items;
  }
  throw new KeysLeftUnread();
}
