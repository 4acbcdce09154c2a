import { tableDefinition } from '../../../shared/ground/table/definition.ts';
import type { PrimaryKey } from '../item.ts';
import { indexKeys } from '../keys.ts';
import type { Range } from '../storage/storage.ts';
import { columns, quoted } from './schema.ts';

/** An SQL statement with the values of its parameters. */
export interface Query {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

const { partitionKey, sortKey, timeToLive } = tableDefinition;
const primaryKey = [partitionKey, sortKey];
const wholeRow = [...columns.map(({ name }) => quoted(name)), 'rest'].join(', ');

const ttl = quoted(timeToLive);

export const selectItem = `SELECT ${wholeRow} FROM items WHERE ofTable = ? AND ${quoted(partitionKey)} = ? AND ${quoted(sortKey)} = ?`;
export const selectExpired = `SELECT ${wholeRow} FROM items WHERE ofTable = ? AND ${ttl} IS NOT NULL AND ${ttl} <= ? ORDER BY ${ttl} LIMIT ?`;

/** The items of a table in the order of their keys, starting after a key. */
export function scanQuery(table: string, after: PrimaryKey | undefined): Query {
  const behind = after ? ` AND ${rowOf(primaryKey)} > (?, ?)` : '';
  return {
    sql: `SELECT ${wholeRow} FROM items WHERE ofTable = ?${behind} ORDER BY ${orderOf(primaryKey, 'ASC')}`,
    values: [table, ...(after ? [after.pk, after.sk] : [])],
  };
}

/**
 * The items of a range. The start of a page is compared as one row value of all key columns, and the conditions of an
 * index are written out. Without either, SQLite would read more than the page.
 */
export function rangeQuery(table: string, { partition, index, from, to, after, isForward }: Range): Query {
  const keys = index === undefined ? tableDefinition : tableDefinition.indexes[index];
  const order = index === undefined ? [keys.sortKey] : [keys.sortKey, ...primaryKey];
  const sort = quoted(keys.sortKey);
  const conditions: [string, ...unknown[]][] = [
    ['ofTable = ?', table],
    [`${quoted(keys.partitionKey)} = ?`, partition],
  ];
  if (index !== undefined) conditions.push([`${quoted(keys.partitionKey)} IS NOT NULL`], [`${sort} IS NOT NULL`]);
  // After a position within the range, the bound at which the range starts is redundant.
  const begun = after !== undefined;
  if (from !== undefined && !(begun && isForward)) conditions.push([`${sort} >= ?`, from]);
  if (to !== undefined && !(begun && !isForward)) conditions.push([`${sort} <= ?`, to]);
  if (begun) {
    const position = order.map((name) => after[name]);
    conditions.push([`${rowOf(order)} ${isForward ? '>' : '<'} (${order.map(() => '?').join(', ')})`, ...position]);
  }
  const where = conditions.map(([condition]) => condition).join(' AND ');
  return {
    sql: `SELECT ${selected(index)} FROM items WHERE ${where} ORDER BY ${orderOf(order, isForward ? 'ASC' : 'DESC')}`,
    values: conditions.flatMap(([, ...values]) => values) as (string | number)[],
  };
}

/** An index that holds only keys is read without the items. */
function selected(index: Range['index']): string {
  const [, keys] = indexKeys.find(([name]) => name === index) ?? [];
  if (keys?.projection !== 'KEYS_ONLY') return wholeRow;
  return [...primaryKey, keys.partitionKey, keys.sortKey].map(quoted).join(', ');
}

function rowOf(names: readonly string[]): string {
  return names.length === 1 ? quoted(names[0] as string) : `(${names.map(quoted).join(', ')})`;
}

function orderOf(names: readonly string[], direction: 'ASC' | 'DESC'): string {
  return names.map((name) => `${quoted(name)} ${direction}`).join(', ');
}
