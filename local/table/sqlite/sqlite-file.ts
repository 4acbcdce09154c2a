import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { applicationId, schema, schemaVersion } from './schema.ts';

export interface SqliteFileOptions {
  /** The number of 4 KB pages that the write-ahead log may hold before they are moved into the file. */
  readonly checkpointPages?: number;
}

/**
 * A checkpoint blocks the event loop for as long as its pages take. With a thousand pages the longest pause is half as
 * long as with two thousand, at the same number of transactions (docs/adr/0058).
 */
const defaultCheckpointPages = 1000;
/** The size of the page cache, in KB. */
const cacheKilobytes = 16_000;

/** The file's description of itself. */
export type FileKind = 'empty' | 'ours' | 'of another release' | 'foreign';

/**
 * A SQLite file, opened by one connection that nobody else can share. When a commit returns, it is on the disk. The
 * file must not be opened with `fs` while this is open: closing any descriptor of it in this process releases SQLite's
 * lock.
 */
export class SqliteFile {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /**
   * @throws an error of SQLite when the file cannot be opened, or was not created by this release (`refuseOtherFile`)
   */
  constructor(path: string, { checkpointPages = defaultCheckpointPages }: SqliteFileOptions = {}) {
    this.#database = new DatabaseSync(path);
    try {
      // Set before WAL, so that its index is in this process's memory and not in a file that others could open.
      this.#database.exec('PRAGMA locking_mode = EXCLUSIVE');
      refuseOtherFile(this.#kind());
      this.#database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
        PRAGMA wal_autocheckpoint = ${checkpointPages}; PRAGMA cache_size = -${cacheKilobytes}`);
      if (process.platform === 'darwin') {
        this.#database.exec('PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON');
      }
      this.#database.exec('BEGIN EXCLUSIVE');
      if (this.#kind() === 'empty') {
        this.#database.exec(
          `${schema} PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`,
        );
      }
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  /** Whether anything was ever stored for a table. */
  has(table: string): boolean {
    return this.statement('SELECT 1 FROM items WHERE ofTable = ? LIMIT 1').get(table) !== undefined;
  }

  statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Begins the transaction that the next commit ends, unless one has already begun. */
  begin(): void {
    if (!this.#database.isTransaction) this.statement('BEGIN IMMEDIATE').run();
  }

  commit(): void {
    if (this.#database.isTransaction) this.statement('COMMIT').run();
  }

  /** If the disk was full, SQLite itself has rolled the transaction back. */
  rollback(): void {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
  }

  /**
   * Checks every page.
   * @returns the faults in SQLite's words; empty if the file is intact
   */
  check(): string[] {
    // Cached pages would hide those on the disk.
    this.#database.exec('PRAGMA shrink_memory');
    const rows = this.#database.prepare('PRAGMA quick_check').all() as { quick_check: string }[];
    return rows.map(({ quick_check }) => quick_check).filter((text) => text !== 'ok');
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #kind(): FileKind {
    const [id, version, objects] = [
      this.#pragma('application_id'),
      this.#pragma('user_version'),
      this.#database.prepare('SELECT count(*) AS count FROM sqlite_schema').get()?.count,
    ];
    if (id === applicationId) return version === schemaVersion ? 'ours' : 'of another release';
    return id === 0 && version === 0 && objects === 0 ? 'empty' : 'foreign';
  }

  #pragma(name: string): unknown {
    return this.#database.prepare(`PRAGMA ${name}`).get()?.[name];
  }
}

/** The file was created by another release, or by another program. */
export class OtherFile extends Error {
  override readonly name = 'OtherFile';
  readonly kind: FileKind;

  constructor(kind: FileKind) {
    super(`the file is ${kind}`);
    this.kind = kind;
  }
}

function refuseOtherFile(kind: FileKind): void {
  if (kind !== 'empty' && kind !== 'ours') throw new OtherFile(kind);
}
