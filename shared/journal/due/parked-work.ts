import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { oneOf } from '../../ground/table/known-values.ts';
import { table } from '../../ground/table/table.ts';
import { putIf, removeIf, type Write } from '../../ground/table/writes.ts';
import { dueKinds } from '../../ports/due-kinds.ts';
import type { DueKey } from './due-work.ts';

/**
 * Lists a parked due row, which has left the index. The due row decides whether work is parked: an entry of this list
 * may be left over from work that was restarted in another way.
 */
export const ParkedWorkEntity = new Entity({
  name: 'parkedWork',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    kind: oneOf(...dueKinds).key(),
    resourceId: string().key(),
    /** Milliseconds. */
    parkedAt: number(),
  }),
  computeKey: (key: DueKey) => ({ pk: parkedPartition(key.organizationId), sk: parkedPosition(key) }),
});

export type ParkedWork = FormattedItem<typeof ParkedWorkEntity>;

export function parkedPartition(organizationId: string): string {
  return `PARKED#${organizationId}`;
}

export function parkedPosition({ kind, resourceId }: Pick<DueKey, 'kind' | 'resourceId'>): string {
  return `${kind}#${resourceId}`;
}

/** Adds work to the list, or leaves it there. */
export function listParked({ organizationId, kind, resourceId }: DueKey, parkedAt: number): Write {
  return putIf(ParkedWorkEntity, { organizationId, kind, resourceId, parkedAt }, {});
}

/** Removes work from the list, if it is there. */
export function unlistParked({ organizationId, kind, resourceId }: DueKey): Write {
  return removeIf(refTo(ParkedWorkEntity, { organizationId, kind, resourceId }), {});
}
