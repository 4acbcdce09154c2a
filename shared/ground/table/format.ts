import type { Entity, FormattedItem } from 'dynamodb-toolbox/entity';
import { EntityFormatter } from 'dynamodb-toolbox/entity/actions/format';

/** An item as the table returns it. */
export type Attributes = Record<string, unknown>;

export function format<E extends Entity>(entity: E, item: Attributes): FormattedItem<E> {
  return entity.build(EntityFormatter).format(item as never) as FormattedItem<E>;
}
