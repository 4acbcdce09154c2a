import { any } from 'dynamodb-toolbox/schema/any';
import { Table } from 'dynamodb-toolbox/table';
import { tableDefinition } from './definition.ts';

/**
 * The table as the entities know it, without name and client. Those are part of the runtime, because they differ
 * between stages and tests.
 */
export const table = new Table({
  partitionKey: { name: tableDefinition.partitionKey, type: 'string' },
  sortKey: { name: tableDefinition.sortKey, type: 'string' },
});

/**
 * Money in an entity: a bigint of minor units in code, decimal text in the table (a DynamoDB number would come back as
 * a float).
 */
export const minorUnits = () =>
  any()
    .castAs<bigint>()
    .transform({ encode: (value: unknown) => String(value), decode: (text: unknown) => BigInt(text as string) });

/** A value in an entity that is stored as JSON text, including fields that only another release knows. */
export const jsonText = <Value extends object>() =>
  any()
    .castAs<Value>()
    .transform({
      encode: (value: unknown) => JSON.stringify(value),
      decode: (text: unknown) => JSON.parse(text as string),
    });

/** A number as fixed-width decimal text, so that texts sort like the numbers. */
export function sortable(value: number, width = 16): string {
  return value.toString().padStart(width, '0');
}
