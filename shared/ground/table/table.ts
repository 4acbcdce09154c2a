import { any } from 'dynamodb-toolbox/schema/any';
import { Table } from 'dynamodb-toolbox/table';
import { tableDefinition } from './definition.ts';

/** The table as the entities know it. Its name and client belong to the runtime, so that tests and stages have their own. */
export const table = new Table({
  partitionKey: { name: tableDefinition.partitionKey, type: 'string' },
  sortKey: { name: tableDefinition.sortKey, type: 'string' },
});

/** Money in an entity: a bigint of minor units inside, decimal text in the table (a DynamoDB number would come back as a float). */
export const minorUnits = () =>
  any()
    .castAs<bigint>()
    .transform({ encode: (value: unknown) => String(value), decode: (text: unknown) => BigInt(text as string) });

/** Fixed-width decimal, so that text sorts as numbers do. */
export function sortable(value: number, width = 16): string {
  return value.toString().padStart(width, '0');
}
