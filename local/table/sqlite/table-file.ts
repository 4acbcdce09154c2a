import { closeSync, existsSync, openSync, rmSync, type StatsBase, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../../start-error.ts';

/** Versions before can lose committed pages when a write-ahead log is reset. */
const oldestSqlite = [3, 51, 3];

/** What SQLite keeps beside a file. A log that outlived its file belongs to nobody. */
const companions = ['-wal', '-journal', '-shm'];

/** @throws {StartError} where Node brings, or uses, a SQLite that loses data */
export function refuseOldSqlite(version = sqliteVersion()): void {
  const parts = version.split('.').map(Number);
  const [first] = parts
    .map((part, index) => part - (oldestSqlite[index] ?? 0))
    .filter((difference) => difference !== 0);
  if ((first ?? 0) >= 0) return;
  throw new StartError(
    `Sluice needs SQLite ${oldestSqlite.join('.')} or later, and this Node uses ${version}, which can lose data. Use the Node that \`npm ci\` brings, or one from https://nodejs.org.`,
  );
}

function sqliteVersion(): string {
  const database = new DatabaseSync(':memory:');
  try {
    return String(database.prepare('SELECT sqlite_version() AS version').get()?.version);
  } finally {
    database.close();
  }
}

/** Makes an empty file for its owner alone, unless there is one. Files that SQLite makes beside it get its mode. */
export function makePrivateFile(path: string): void {
  if (existsSync(path)) return;
  for (const name of companions) rmSync(path + name, { force: true });
  closeSync(openSync(path, 'wx', 0o600));
}

type Identity = Pick<StatsBase<bigint>, 'dev' | 'ino'>;

/** Tells one file from another of the same name. Does not open it: that would drop SQLite's lock. */
export function identityOf(path: string): Identity | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

export function isSameFile(a: Identity | undefined, b: Identity | undefined): boolean {
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}
