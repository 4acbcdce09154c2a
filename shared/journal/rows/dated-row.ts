import { Entity } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { table } from '../../ground/table/table.ts';
import { create, type Write } from '../../ground/table/writes.ts';
import { sortedAt, timeOfId } from '../../ground/time/ids.ts';

/**
 * The position in a list of an item that was written long after the time in its id. The item keeps its id and stores
 * the date. The row is in its own partition, because earlier releases do not know it (docs/adr/0092).
 */
export const DatedRowEntity = new Entity({
  name: 'datedRow',
  table,
  timestamps: false,
  schema: item({
    /** The partition of the item. */
    partition: string().key(),
    id: string().key(),
    datedAt: number().key(),
  }),
  computeKey: ({ partition, ...row }: { partition: string; id: string; datedAt: number }) => ({
    pk: datedPartition(partition),
    sk: listPosition(row),
  }),
});

export function datedPartition(partition: string): string {
  return `DATED#${partition}`;
}

/** The position at which a list shows an item: by the time in its id, or by its date. */
export function listPosition({ id, datedAt }: { readonly id: string; readonly datedAt?: number | undefined }): string {
  return datedAt === undefined ? id : sortedAt(datedAt, id);
}

/**
 * Milliseconds. An item written more than this long after it was requested is dated at the time of writing, because
 * readers of the list have already passed the time of the request (docs/adr/0089).
 */
const promptMs = 60_000;

/** Whether an item written now is dated by the time of its request. Both times are in milliseconds. */
export function isPrompt({ at }: { readonly at: number }, now: number): boolean {
  return Math.abs(now - at) <= promptMs;
}

/** The date of an item that is written now, in milliseconds. Undefined if the time in its id is its date. */
export function dateOf(id: string, now: number): number | undefined {
  return isPrompt({ at: timeOfId(id) }, now) ? undefined : now;
}

/** The writes that, together with an item, make its list show it at its date. */
export function datedWrites(partition: string, id: string, datedAt: number | undefined): Write[] {
  return datedAt === undefined ? [] : [create(DatedRowEntity, { partition, id, datedAt })];
}
