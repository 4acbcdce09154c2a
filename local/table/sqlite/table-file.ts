import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../../process/start-error.ts';

/** Earlier versions can lose committed pages when a write-ahead log is reset. */
const oldestSqlite = [3, 51, 3];

/** @throws {StartError} if Node's SQLite is one that can lose data */
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

/**
 * Creates an empty file that only its owner can read, unless it exists. Files that SQLite creates next to it get the
 * same mode.
 * @throws {StartError} if there is a log without its file. SQLite would delete the log, with the data that only it
 *   contains.
 */
export function makePrivateFile(path: string): void {
  const [file, log] = [path, logOf(path)].map((name) => statSync(name, { throwIfNoEntry: false })?.size ?? 0);
  if (!file && log) throw logWithoutFile(path);
  if (!existsSync(path)) closeSync(openSync(path, 'wx', 0o600));
}

function logWithoutFile(path: string): StartError {
  return new StartError(
    `${path} is missing or empty, but its log ${logOf(path)} is there. Put back the file that belongs to the log; or start over: npm start -- --fresh`,
  );
}

/** SQLite's write-ahead log. The latest writes are only there. */
function logOf(path: string): string {
  return `${path}-wal`;
}

/**
 * Distinguishes the file and its log from others with the same names. Opens neither, because that would release
 * SQLite's lock.
 */
export function identityOf(path: string): string {
  return [path, logOf(path)].map(identityOfOne).join(' ');
}

function identityOfOne(path: string): string {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return 'none';
  }
}
