import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { GetCommand, PutCommand, QueryCommand, ScanCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { StartError } from '../../../../local/process/start-error.ts';
import { tableFileName } from '../../../../local/table/embedded-database.ts';
import { refuseOldSqlite } from '../../../../local/table/sqlite/table-file.ts';
import { openTestDatabase, testDirectory } from '../../../support/embedded-database.ts';

const onLinux = process.platform === 'linux';
const pageBytes = 4096;
const moduleUrl = new URL('../../../../local/table/sqlite/sqlite-file.ts', import.meta.url).href;

type Opened = Awaited<ReturnType<typeof openTestDatabase>>;

function put({ database, tableName: TableName }: Opened, sk: string, more: object = {}) {
  return database.documents.send(new PutCommand({ TableName, Item: { pk: 'p', sk, ...more } }));
}

async function everything({ database, tableName: TableName }: Opened): Promise<unknown[]> {
  const { Items = [] } = await database.documents.send(new ScanCommand({ TableName }));
  return Items.map(({ sk }) => sk);
}

/** A closed file with many items, and its path. */
async function keptFile(items = 200) {
  const opened = await openTestDatabase();
  const more = (index: number) => ({ dueShard: 's', dueSlot: index, text: 'x'.repeat(500) });
  await Promise.all(
    Array.from({ length: items }, (_, index) => put(opened, String(index).padStart(4, '0'), more(index))),
  );
  await opened.close();
  return opened;
}

async function refusalOf(directory: string): Promise<string> {
  const error = await openTestDatabase({ directory }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartError);
  return (error as StartError).message;
}

function writeOver(file: string, content: Buffer, at: number): void {
  const bytes = readFileSync(file);
  content.copy(bytes, at);
  writeFileSync(file, bytes);
}

/** Pages of a tree of the file: the items, or an index. */
function pagesOf(file: string, name: string): number[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const pages = database.prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'").all(name);
  database.close();
  return pages.map(({ pageno }) => pageno as number);
}

const garbage = Buffer.alloc(pageBytes, 0xa5);

describe('a file that is not one of this release', () => {
  test('but another program’s is refused, and left as it is', async () => {
    const directory = testDirectory();
    const file = join(directory, tableFileName);
    const foreign = new DatabaseSync(file);
    foreign.exec('CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)');
    foreign.close();
    const before = readFileSync(file);
    expect(await refusalOf(directory)).toBe(
      `${file} is a database of another program. Choose another directory with --data DIR.`,
    );
    expect(readFileSync(file)).toEqual(before);
  });

  test('but another release’s is refused, and left as it is', async () => {
    const { directory, file } = await keptFile(1);
    const other = new DatabaseSync(file);
    other.exec('PRAGMA user_version = 7');
    other.close();
    const before = readFileSync(file);
    expect(await refusalOf(directory)).toBe(
      `${file} was made by another release. Start that release, or start over: npm start -- --fresh`,
    );
    expect(readFileSync(file)).toEqual(before);
  });

  test.each([
    ['text', 'These are the accounts of 2025.\n'.repeat(200)],
    ['a few bytes', 'SQLite'],
  ])('but %s is refused, and left as it is', async (_, content) => {
    const directory = testDirectory();
    const file = join(directory, tableFileName);
    writeFileSync(file, content);
    expect(await refusalOf(directory)).toMatch(/sluice\.sqlite is damaged: file is not a database\.\nPut back a copy/);
    expect(readFileSync(file, 'utf8')).toBe(content);
  });
});

describe('a damaged file', () => {
  test('whose header is garbage is refused at the start', async () => {
    const { directory, file } = await keptFile();
    writeOver(file, garbage.subarray(0, 100), 0);
    expect(await refusalOf(directory)).toMatch(/is damaged: file is not a database\.\n.*--fresh$/);
  });

  test.each([
    ['of the items', 'items', 'Scan'],
    ['of an index', 'due', 'Query'],
  ])('with a page %s stops the table when it is read, and a check reports it', async (_, tree, call) => {
    const { directory, file } = await keptFile();
    const [page = 0] = pagesOf(file, tree).slice(1);
    writeOver(file, garbage, (page - 1) * pageBytes);
    const opened = await openTestDatabase({ directory });
    const { database, tableName: TableName, failures } = opened;
    expect(database.check()).toContainEqual(expect.stringContaining(`${file} is damaged: `));
    const query = {
      IndexName: 'due',
      KeyConditionExpression: 'dueShard = :s',
      ExpressionAttributeValues: { ':s': 's' },
    };
    const send = () =>
      call === 'Scan'
        ? database.documents.send(new ScanCommand({ TableName }))
        : database.documents.send(new QueryCommand({ TableName, ...query }));
    await expect(send()).rejects.toThrow('malformed');
    expect(failures).toEqual([expect.stringMatching(/sluice\.sqlite is damaged: .*malformed\.\nPut back a copy/)]);
    await expect(put(opened, 'later')).rejects.toThrow('malformed');
  });

  test('is reported though the pages were read before it was damaged', async () => {
    const { directory, file } = await keptFile();
    const [page = 0] = pagesOf(file, 'items').slice(1);
    const opened = await openTestDatabase({ directory });
    expect(await everything(opened)).toHaveLength(200);
    expect(opened.database.check()).toEqual([]);
    // From outside: a descriptor of this process would drop the lock.
    const overwrite = ['if=/dev/zero', `of=${file}`, `bs=${pageBytes}`, `seek=${page - 1}`, 'count=1', 'conv=notrunc'];
    execFileSync('dd', overwrite, { stdio: 'ignore' });
    expect(opened.database.check()).toContainEqual(expect.stringContaining(`${file} is damaged: `));
  });

  test('whose items cannot be found is refused at the start', async () => {
    const { directory, file } = await keptFile();
    const database = new DatabaseSync(file, { readOnly: true });
    const root = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'items'").get()?.rootpage;
    database.close();
    writeOver(file, garbage, (Number(root) - 1) * pageBytes);
    expect(await refusalOf(directory)).toMatch(/is damaged: database disk image is malformed\.\n.*--fresh$/);
  });

  test('whose end is missing is refused at the start', async () => {
    const { directory, file } = await keptFile();
    truncateSync(file, 10 * pageBytes);
    expect(await refusalOf(directory)).toMatch(/is damaged: database disk image is malformed\.\n.*--fresh$/);
  });

  test('with an item that is no JSON stops the table when it is read', async () => {
    const { directory, file } = await keptFile(1);
    const text = readFileSync(file);
    writeOver(file, Buffer.from('['), text.indexOf('{"text"'));
    const opened = await openTestDatabase({ directory });
    await expect(everything(opened)).rejects.toThrow();
    expect(opened.failures).toEqual([expect.stringMatching(/sluice\.sqlite is damaged: .*\nPut back a copy/)]);
  });
});

describe('the log', () => {
  /** As a killed process leaves the two: the file, and the log with all that was written. */
  async function killed() {
    const opened = await openTestDatabase();
    const { database, tableName: TableName, directory } = opened;
    for (const n of ['1', '2', '3', '4']) {
      const TransactItems = ['a', 'b'].map((part) => ({ Put: { TableName, Item: { pk: n, sk: `${n}${part}` } } }));
      await database.documents.send(new TransactWriteCommand({ TransactItems }));
    }
    const copy = join(testDirectory(), 'copy');
    // By another process: a descriptor of this one would drop the lock.
    execFileSync('cp', ['-r', directory, copy]);
    return { directory: copy, file: join(copy, tableFileName), log: join(copy, `${tableFileName}-wal`) };
  }

  const whole = ['1a', '1b', '2a', '2b', '3a', '3b', '4a', '4b'];

  test('has what was written last', async () => {
    const { directory } = await killed();
    expect(await everything(await openTestDatabase({ directory }))).toEqual(whole);
  });

  test('cut short anywhere leaves the commits before, and no half of one', async () => {
    const { directory, log } = await killed();
    const { size } = statSync(log);
    const found = new Set<number>();
    for (let bytes = size; bytes >= 0; bytes -= 1_777) {
      const copy = join(testDirectory(), 'cut');
      execFileSync('cp', ['-r', directory, copy]);
      truncateSync(join(copy, `${tableFileName}-wal`), bytes);
      const opened = await openTestDatabase({ directory: copy });
      const items = await everything(opened);
      await opened.close();
      expect(items).toEqual(whole.slice(0, items.length));
      expect(items.length % 2).toBe(0);
      found.add(items.length);
    }
    expect([...found]).toEqual([8, 6, 4, 2, 0]);
  });

  test.each([
    ['lost', (file: string) => rmSync(file)],
    ['emptied', (file: string) => truncateSync(file)],
  ])('whose file was %s is kept, and the start refused', async (_, lose) => {
    const { directory, file, log } = await killed();
    lose(file);
    const before = readFileSync(log);
    expect(await refusalOf(directory)).toMatch(
      /sluice\.sqlite is missing or empty, but its log .* is there\..*--fresh/,
    );
    expect(readFileSync(log)).toEqual(before);
  });
});

describe('while a table is open', () => {
  test.runIf(onLinux)('its file and its log are for their owner alone', async () => {
    const { file } = await openTestDatabase();
    for (const name of [file, `${file}-wal`]) expect(statSync(name).mode & 0o777).toBe(0o600);
  });

  test('another process cannot use its file', async () => {
    const { file } = await openTestDatabase();
    const script = `const { SqliteFile } = await import('${moduleUrl}'); new SqliteFile(process.argv[1]);`;
    const run = () => execFileSync(process.execPath, ['--input-type=module', '-e', script, file], { stdio: 'pipe' });
    expect(run).toThrow('database is locked');
  });

  test('by another process, this one is refused with a way out', async () => {
    const directory = testDirectory();
    const file = join(directory, tableFileName);
    const script = `const { SqliteFile } = await import('${moduleUrl}'); new SqliteFile(process.argv[1]);
      console.log('open'); setInterval(() => {}, 1000);`;
    const other = spawn(process.execPath, ['--input-type=module', '-e', script, file]);
    onTestFinished(() => void other.kill());
    await once(other.stdout, 'data');
    expect(await refusalOf(directory)).toBe(
      `Another process uses ${file}. Stop it, or choose another directory with --data DIR.`,
    );
  });

  test.each<[string, (file: string) => void]>([
    ['its file is deleted', (file) => rmSync(file)],
    ['its log is deleted', (file) => rmSync(`${file}-wal`)],
    [
      'its file is replaced',
      (file) => {
        renameSync(file, `${file}.old`);
        writeFileSync(file, '');
      },
    ],
  ])('and %s, it stops within two seconds', async (_, lose) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const opened = await openTestDatabase();
    await put(opened, '1');
    lose(opened.file);
    vi.advanceTimersByTime(2000);
    const message = 'was deleted or replaced while it was open. What was written since is lost. Start again: npm start';
    expect(opened.failures).toEqual([expect.stringContaining(message)]);
    await expect(put(opened, '2')).rejects.toThrow(message);
    vi.advanceTimersByTime(5000);
    expect(opened.failures).toHaveLength(1);
  });

  test('and nothing happens to it, it goes on', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const opened = await openTestDatabase();
    for (let index = 0; index < 40; index++) await put(opened, String(index), { text: 'x'.repeat(300_000) });
    vi.advanceTimersByTime(10_000);
    expect(opened.failures).toEqual([]);
    const { Item } = await opened.database.documents.send(
      new GetCommand({ TableName: opened.tableName, Key: { pk: 'p', sk: '39' } }),
    );
    expect(Item?.text).toHaveLength(300_000);
  });
});

test('a directory in the place of the file is refused', async () => {
  const directory = testDirectory();
  mkdirSync(join(directory, tableFileName));
  expect(await refusalOf(directory)).toMatch(/sluice\.sqlite cannot be used: .*--data DIR/s);
});

test.each(['3.51.2', '3.50.4', '2.8.17'])('SQLite %s is refused in one sentence', (version) => {
  expect(() => refuseOldSqlite(version)).toThrow(`needs SQLite 3.51.3 or later, and this Node uses ${version}`);
});

test.each(['3.51.3', '3.51.10', '3.53.0', '4.0.0'])('SQLite %s is taken', (version) => {
  refuseOldSqlite(version);
});
