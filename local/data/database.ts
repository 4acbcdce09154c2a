import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Worker } from '../../shared/contract/worker.ts';
import type { WholeRuntime } from '../../shared/ports/runtime.ts';
import type { Poller } from '../workers/worker-call.ts';

/** What keeps the tables of a stack: the embedded table, or DynamoDB Local. */
export interface Database {
  readonly documents: DynamoDBDocumentClient;
  /** Where it answers by DynamoDB's protocol, for whoever knows the stack's key id. */
  readonly endpoint: string;
  /**
   * Opens a table, or makes it.
   *
   * @returns whether it is new: false means that earlier data is kept.
   * @throws {StartError} when it was made by another release.
   */
  openTable(name: string, options: { readonly hasStream: boolean }): Promise<boolean>;
  /** Calls the worker of a table's stream with all changes from now on. */
  followStream(table: string, worker: Worker, runtime: WholeRuntime): Promise<Poller>;
  /** Looks at all that is stored. @returns what is damaged, a sentence each */
  check(): string[];
  stop(): Promise<void>;
}

/** Where a database keeps its files, who may read it, and whom it tells that it cannot go on. */
export interface DatabaseOptions {
  /** An existing directory, for the database alone. */
  readonly directory: string;
  readonly keyId: string;
  readonly onFailure: (message: string) => void;
}
