import type { Entity, FormattedItem } from 'dynamodb-toolbox/entity';
import { EntityParser } from 'dynamodb-toolbox/entity/actions/parse';
import { identity, type Key } from './keys.ts';
import { type Attributes, withUnknown } from './unknown-attributes.ts';

/** An item as the table is to store it, with what another release has stored in the same item, and its key. */
export function parse<E extends Entity>(
  entity: E,
  item: FormattedItem<E>,
): { readonly Item: Attributes; readonly key: Key } {
  const parsed = entity.build(EntityParser).parse(item as never);
  const key = parsed.key as unknown as Key;
  return { Item: withUnknown(entity.schema, item, parsed.item as Attributes, identity(key)), key };
}
