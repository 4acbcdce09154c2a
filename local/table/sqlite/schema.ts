import { createHash } from 'node:crypto';
import { tableDefinition } from '../../../shared/ground/table/definition.ts';
import { indexKeys } from '../keys.ts';

/** The attributes that have their own columns, by which items are found. All others are in `rest`, as JSON. */
export interface Column {
  readonly name: string;
  readonly type: 'TEXT' | 'REAL';
}

const { partitionKey, sortKey, timeToLive } = tableDefinition;

/** The primary key. TEXT without a collation sorts by UTF-8 bytes, as DynamoDB does. */
export const keyColumns: readonly Column[] = [
  { name: partitionKey, type: 'TEXT' },
  { name: sortKey, type: 'TEXT' },
];

/** Columns that may be empty. */
export const indexedColumns: readonly Column[] = [
  ...new Map(
    indexKeys.flatMap(([, keys]): [string, Column][] => [
      [keys.partitionKey, { name: keys.partitionKey, type: 'TEXT' }],
      [keys.sortKey, { name: keys.sortKey, type: keys.sortKeyType === 'number' ? 'REAL' : 'TEXT' }],
    ]),
  ).values(),
  { name: timeToLive, type: 'REAL' },
];

export const columns = [...keyColumns, ...indexedColumns];

export function quoted(name: string): string {
  return `"${name}"`;
}

function declared({ name, type }: Column, more = ''): string {
  return `${quoted(name)} ${type}${more}`;
}

function partialIndex(name: string, on: readonly string[], within: readonly string[] = on): string {
  const exist = within.map((column) => `${quoted(column)} IS NOT NULL`).join(' AND ');
  return `CREATE INDEX ${quoted(name)} ON items (ofTable, ${on.map(quoted).join(', ')}) WHERE ${exist};`;
}

/**
 * The indexes of the table are SQLite indexes on columns of the items, so the two cannot disagree. Each index ends with
 * the primary key, because items with the same sort key are in its order.
 */
export const schema = `
CREATE TABLE items (
  ofTable TEXT NOT NULL,
  ${keyColumns.map((column) => declared(column, ' NOT NULL')).join(', ')},
  ${indexedColumns.map((column) => declared(column)).join(', ')},
  rest TEXT NOT NULL,
  PRIMARY KEY (ofTable, ${keyColumns.map(({ name }) => quoted(name)).join(', ')})
) STRICT, WITHOUT ROWID;
${indexKeys
  .map(([name, keys]) =>
    partialIndex(name, [keys.partitionKey, keys.sortKey, partitionKey, sortKey], [keys.partitionKey, keys.sortKey]),
  )
  .join('\n')}
${partialIndex('expiry', [timeToLive])}
CREATE TABLE tokens (
  ofTable TEXT NOT NULL,
  token TEXT NOT NULL,
  usedAt REAL NOT NULL,
  request TEXT NOT NULL,
  PRIMARY KEY (ofTable, token)
) STRICT, WITHOUT ROWID;
CREATE INDEX usedTokens ON tokens (ofTable, usedAt);
`;

/** Distinguishes a file of Sluice from other SQLite files: "Slui" in ASCII. */
export const applicationId = 0x53_6c_75_69;

/** A release with a different schema has a different version. It is never 0, which an empty file has. */
export const schemaVersion = createHash('sha256').update(schema).digest().readUInt32BE() % 2 ** 31 || 1;
