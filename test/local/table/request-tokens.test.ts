import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Output } from '../../../local/table/call.ts';
import { EmbeddedTable } from '../../../local/table/embedded-table.ts';
import { SqliteFile } from '../../../local/table/sqlite/sqlite-file.ts';
import { SqliteStorage } from '../../../local/table/sqlite/sqlite-storage.ts';
import { MemoryStorage } from '../../../local/table/storage/memory-storage.ts';

const TableName = 'tokens';
const Key = { pk: 'a', sk: 'b' };
const minutes = 60_000;

let now = 0;

function openFile() {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-tokens-'));
  const path = join(directory, 'table.sqlite');
  let file = new SqliteFile(path);
  onTestFinished(() => {
    file.close();
    rmSync(directory, { recursive: true });
  });
  return {
    get file() {
      return file;
    },
    reopen() {
      file.close();
      file = new SqliteFile(path);
    },
  };
}

type Opened = ReturnType<typeof openFile>;

const storages = {
  'in memory': () => new MemoryStorage(),
  'in SQLite': ({ file }: Opened = openFile()) => new SqliteStorage(file, TableName),
};
const tableOn = (storage: MemoryStorage | SqliteStorage) =>
  new EmbeddedTable({ name: TableName, now: () => now, storage });

interface Transaction {
  readonly token?: string;
  readonly values?: Record<string, unknown>;
  readonly condition?: string;
}

function add(table: EmbeddedTable, { token = 'token', values = { ':v': 1 }, condition }: Transaction = {}): Output {
  const Update = {
    TableName,
    Key,
    UpdateExpression: 'ADD n :v',
    ExpressionAttributeValues: values,
    ...(condition && { ConditionExpression: condition }),
  };
  return table.perform({ name: 'TransactWrite', input: { TransactItems: [{ Update }], ClientRequestToken: token } });
}

function put(table: EmbeddedTable, Item: Record<string, unknown>): Output {
  const TransactItems = [{ Put: { TableName, Item } }];
  return table.perform({ name: 'TransactWrite', input: { TransactItems, ClientRequestToken: 'put' } });
}

const sumIn = (table: EmbeddedTable) => table.item('a b')?.n;

describe.each(Object.entries(storages))('request tokens %s', (_, storage) => {
  test('let a transaction take effect once', () => {
    const table = tableOn(storage());
    expect([add(table), add(table)]).toEqual([{}, {}]);
    expect(sumIn(table)).toBe(1);
  });

  test('are compared by values, whatever the order of attributes', () => {
    const table = tableOn(storage());
    put(table, { ...Key, map: { x: 1, y: [{ p: 1, q: 2 }] }, n: 5 });
    put(table, { n: 5, map: { y: [{ q: 2, p: 1 }], x: 1 }, sk: 'b', pk: 'a', absent: undefined });
    expect(() => put(table, { ...Key, map: { x: 1, y: [{ p: 2, q: 1 }] }, n: 5 })).toThrow(
      expect.objectContaining({ name: 'IdempotentParameterMismatchException' }),
    );
  });

  test('are not used by a transaction that is refused', () => {
    const table = tableOn(storage());
    const condition = 'attribute_exists(n)';
    expect(() => add(table, { condition })).toThrow('ConditionalCheckFailed');
    add(table, { token: 'another' });
    add(table, { condition });
    expect(sumIn(table)).toBe(2);
  });

  test('are known for ten minutes, and then forgotten', () => {
    const kept = storage();
    const table = tableOn(kept);
    now = 0;
    add(table);
    now = 10 * minutes;
    add(table);
    expect(sumIn(table)).toBe(1);

    now += 1;
    table.expire();
    expect(kept.tokenUse('token')).toBeUndefined();
    add(table);
    expect(sumIn(table)).toBe(2);
  });

  test('begin anew when they are used after ten minutes, though nothing has forgotten them', () => {
    const table = tableOn(storage());
    now = 0;
    add(table);
    now = 10 * minutes + 1;
    add(table);
    now = 20 * minutes;
    add(table);
    expect(sumIn(table)).toBe(2);
  });
});

describe('request tokens in a file', () => {
  test('are known when it is opened again', () => {
    const opened = openFile();
    add(tableOn(storages['in SQLite'](opened)));
    opened.file.commit();
    opened.reopen();
    const table = tableOn(storages['in SQLite'](opened));
    add(table);
    expect(sumIn(table)).toBe(1);
  });

  test('are gone with their transaction when that was not committed', () => {
    const opened = openFile();
    add(tableOn(storages['in SQLite'](opened)));
    opened.file.rollback();
    const table = tableOn(storages['in SQLite'](opened));
    expect(sumIn(table)).toBeUndefined();
    add(table);
    expect(sumIn(table)).toBe(1);
  });
});
