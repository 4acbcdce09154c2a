import type { StatementSync } from 'node:sqlite';
import type { Item, PrimaryKey } from '../item.ts';
import type { Range, Storage, TokenUse } from '../storage/storage.ts';
import { StorageFailed } from '../storage/storage-failed.ts';
import { rangeQuery, scanQuery, selectExpired, selectItem } from './range-sql.ts';
import { columns, indexedColumns, keyColumns, quoted } from './schema.ts';
import type { SqliteFile } from './sqlite-file.ts';

type Row = Record<string, string | number | null>;

const stored = ['ofTable', ...columns.map(({ name }) => quoted(name)), 'rest'];
const replaced = [...indexedColumns.map(({ name }) => quoted(name)), 'rest'];
const isKey = keyColumns.map(({ name }) => `${quoted(name)} = ?`).join(' AND ');

const putItem = `INSERT INTO items (${stored.join(', ')}) VALUES (${stored.map(() => '?').join(', ')})
  ON CONFLICT DO UPDATE SET ${replaced.map((name) => `${name} = excluded.${name}`).join(', ')}`;
const deleteItem = `DELETE FROM items WHERE ofTable = ? AND ${isKey}`;
const selectToken = 'SELECT usedAt, request FROM tokens WHERE ofTable = ? AND token = ?';
const putToken = `INSERT INTO tokens (ofTable, token, usedAt, request) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET usedAt = excluded.usedAt, request = excluded.request`;
const deleteTokens = 'DELETE FROM tokens WHERE ofTable = ? AND usedAt < ?';

/** The items of one table in a SQLite file. The caller commits through the file. */
export class SqliteStorage implements Storage {
  readonly #file: SqliteFile;
  readonly #table: string;

  constructor(file: SqliteFile, table: string) {
    this.#file = file;
    this.#table = table;
  }

  get({ pk, sk }: PrimaryKey): Item | undefined {
    return this.#reading(() => {
      const row = this.#statement(selectItem).get(this.#table, pk, sk) as Row | undefined;
      return row && itemOf(row);
    });
  }

  walk(range: Range): Iterable<Item> {
    return this.#items(rangeQuery(this.#table, range));
  }

  scan(after?: PrimaryKey): Iterable<Item> {
    return this.#items(scanQuery(this.#table, after));
  }

  set({ pk, sk }: PrimaryKey, item: Item | undefined): void {
    this.#file.begin();
    if (item) this.#statement(putItem).run(this.#table, ...valuesOf(item));
    else this.#statement(deleteItem).run(this.#table, pk, sk);
  }

  expired(seconds: number, atMost: number): Item[] {
    const limit = Math.min(atMost, Number.MAX_SAFE_INTEGER);
    return this.#reading(() =>
      this.#statement(selectExpired)
        .all(this.#table, seconds, limit)
        .map((row) => itemOf(row as Row)),
    );
  }

  tokenUse(token: string): TokenUse | undefined {
    return this.#reading(() => {
      const row = this.#statement(selectToken).get(this.#table, token) as Row | undefined;
      return row && { at: row.usedAt as number, request: row.request as string };
    });
  }

  addTokenUse(token: string, { at, request }: TokenUse): void {
    this.#file.begin();
    this.#statement(putToken).run(this.#table, token, at, request);
  }

  forgetTokens(before: number): void {
    this.#file.begin();
    this.#statement(deleteTokens).run(this.#table, before);
  }

  /** The statement is closed when the last item was taken, or when the caller stops earlier. */
  *#items({ sql, values }: ReturnType<typeof rangeQuery>): Iterable<Item> {
    try {
      for (const row of this.#statement(sql).iterate(...values)) yield itemOf(row as Row);
    } catch (error) {
      throw new StorageFailed(error);
    }
  }

  #reading<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw new StorageFailed(error);
    }
  }

  #statement(sql: string): StatementSync {
    return this.#file.statement(sql);
  }
}

function valuesOf(item: Item): (string | number | null)[] {
  const rest = { ...item };
  const values = columns.map(({ name, type }) => {
    const value = item[name];
    // A time to live that is not a number is an ordinary attribute.
    if (typeof value !== (type === 'TEXT' ? 'string' : 'number')) return null;
    delete rest[name];
    return value as string | number;
  });
  return [...values, JSON.stringify(rest)];
}

function itemOf({ rest, ...found }: Row): Item {
  const item: Item = typeof rest === 'string' ? JSON.parse(rest) : {};
  for (const name in found) if (found[name] !== null) item[name] = found[name];
  return item;
}
