import { join } from 'node:path';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Worker } from '../../shared/contract/worker.ts';
import type { WholeRuntime } from '../../shared/ports/runtime.ts';
import type { Database, DatabaseOptions } from '../data/database.ts';
import { StartError } from '../process/start-error.ts';
import type { Poller } from '../workers/worker-call.ts';
import { callOf, type Output, type TableCall, tablesOf } from './call.ts';
import { ChangeStream } from './change-stream.ts';
import { type Change, EmbeddedTable } from './embedded-table.ts';
import { noSuchTable, UnknownForm } from './errors.ts';
import { type ProtocolServer, startProtocolServer } from './protocol/server.ts';
import { SharedCommits } from './shared-commits.ts';
import { damagedFile, explainFailure } from './sqlite/explain-failure.ts';
import { SqliteFile, type SqliteFileOptions } from './sqlite/sqlite-file.ts';
import { SqliteStorage } from './sqlite/sqlite-storage.ts';
import { identityOf, makePrivateFile, refuseOldSqlite } from './sqlite/table-file.ts';

/** The name of the file in the database's directory. */
export const tableFileName = 'sluice.sqlite';

/** Items are deleted within a minute after they expire. */
const expiryIntervalMs = 30_000;
/** Few enough that the commit is not noticeable. */
const expiriesPerCommit = 500;
/** How often the open file is compared with the file that has its name. */
const watchIntervalMs = 1000;

interface Options extends DatabaseOptions, SqliteFileOptions {
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/**
 * Opens the tables of a stack in a SQLite file.
 * @throws {StartError} when the file cannot be used, or Node's SQLite is too old
 */
export async function openEmbeddedDatabase(options: Options): Promise<EmbeddedDatabase> {
  refuseOldSqlite();
  const path = join(options.directory, tableFileName);
  makePrivateFile(path);
  const file = explained(path, () => new SqliteFile(path, options));
  const database = new EmbeddedDatabase(path, file, options);
  await database.serve(options.keyId);
  return database;
}

/** @throws {StartError} if the file cannot be read */
function explained<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw explainFailure(path, error);
  }
}

/** Tables in one file, their streams, and the server of their protocol. */
class EmbeddedDatabase implements Database {
  readonly documents: DynamoDBDocumentClient;
  readonly #path: string;
  readonly #file: SqliteFile;
  readonly #commits: SharedCommits;
  readonly #now: () => number;
  readonly #tables = new Map<string, EmbeddedTable>();
  readonly #streams = new Map<string, ChangeStream>();
  readonly #timers: NodeJS.Timeout[];
  #changes: { readonly table: string; readonly change: Change }[] = [];
  #server: ProtocolServer | undefined;

  constructor(path: string, file: SqliteFile, { onFailure, now = Date.now }: Options) {
    this.#path = path;
    this.#file = file;
    this.#now = now;
    this.#commits = new SharedCommits(file, this.#offerChanges, (error) => {
      this.#stopTimers();
      onFailure(this.#explain(error));
    });
    const send = (command: Parameters<typeof callOf>[0]) => this.perform(callOf(command));
    this.documents = { send } as unknown as DynamoDBDocumentClient;
    this.#timers = [setInterval(() => void this.expire().catch(() => {}), expiryIntervalMs).unref(), this.#watchFile()];
  }

  get endpoint(): string {
    return this.#server?.endpoint ?? '';
  }

  async serve(keyId: string): Promise<void> {
    const perform = (call: TableCall) => this.perform(call);
    this.#server = await startProtocolServer({ perform, tableNames: () => [...this.#tables.keys()], keyId });
  }

  async openTable(name: string): Promise<boolean> {
    const isNew = !explained(this.#path, () => this.#file.has(name));
    const table = new EmbeddedTable({ name, now: this.#now, storage: new SqliteStorage(this.#file, name) });
    table.onChange = (change) => this.#changes.push({ table: name, change });
    this.#tables.set(name, table);
    return isNew;
  }

  async perform(call: TableCall): Promise<Output> {
    const names = [...new Set(tablesOf(call))];
    const unknown = names.find((name) => !this.#tables.has(name));
    if (unknown !== undefined) throw noSuchTable(unknown);
    if (names.length > 1) throw new UnknownForm(`a call to several tables (${names.join(', ')})`);
    const [first] = this.#tables.values();
    const [name] = names;
    // Every table refuses a call that names no table.
    const table = name === undefined ? first : this.#tables.get(name);
    if (!table) throw noSuchTable(name);
    return this.#commits.do(() => table.perform(call));
  }

  async followStream(table: string, worker: Worker, runtime: WholeRuntime): Promise<Poller> {
    const stream = new ChangeStream(worker, runtime);
    this.#streams.set(table, stream);
    return stream;
  }

  /**
   * Deletes expired items, in small commits.
   * @returns the number of items
   */
  async expire(): Promise<number> {
    let expired = 0;
    for (const table of this.#tables.values()) {
      for (let last = expiriesPerCommit; last === expiriesPerCommit; expired += last) {
        last = await this.#commits.do(() => table.expire(expiriesPerCommit));
      }
    }
    return expired;
  }

  check(): string[] {
    try {
      return this.#file.check().map((finding) => `${this.#path} is damaged: ${finding}`);
    } catch (error) {
      return [this.#explain(error as Error)];
    }
  }

  async stop(): Promise<void> {
    this.#stopTimers();
    await this.#server?.stop();
    this.#commits.close();
    this.#file.close();
  }

  readonly #offerChanges = () => {
    const changes = this.#changes;
    this.#changes = [];
    for (const [name, stream] of this.#streams) {
      stream.offer(changes.filter(({ table }) => table === name).map(({ change }) => change));
    }
  };

  #explain(error: Error): string {
    if (error instanceof StartError) return error.message;
    if (error.cause instanceof SyntaxError) return damagedFile(this.#path, error.message).message;
    const explained = explainFailure(this.#path, error) as Error;
    return explained === error ? `The table failed: ${error.message}` : explained.message;
  }

  /** SQLite would continue to write to a file or log that was deleted or replaced, and everything would be lost. */
  #watchFile(): NodeJS.Timeout {
    const opened = identityOf(this.#path);
    const look = () => {
      if (identityOf(this.#path) === opened) return;
      const what = `${this.#path} or its -wal was deleted or replaced while it was open`;
      this.#commits.fail(new StartError(`${what}. What was written since is lost. Start again: npm start`));
    };
    return setInterval(look, watchIntervalMs).unref();
  }

  #stopTimers(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }
}

export type { EmbeddedDatabase };
