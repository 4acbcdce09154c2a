import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Worker } from '../../shared/contract/worker.ts';
import type { WholeRuntime } from '../../shared/ports/runtime.ts';
import type { Poller } from '../workers/worker-call.ts';

/** The database of a stack: the embedded table, or DynamoDB Local. */
export interface Database {
  readonly documents: DynamoDBDocumentClient;
  /** The address at which it serves DynamoDB's protocol, to anyone who knows the stack's key id. */
  readonly endpoint: string;
  /**
   * Opens a table or creates it.
   * @returns whether it is new: false means that earlier data is kept
   * @throws {StartError} when it was created by another release
   */
  openTable(name: string, options: { readonly hasStream: boolean }): Promise<boolean>;
  /** Calls the worker of a table's stream with all changes from now on. */
  followStream(table: string, worker: Worker, runtime: WholeRuntime): Promise<Poller>;
  /**
   * Checks everything that is stored.
   * @returns the damage, one sentence each
   */
  check(): string[];
  stop(): Promise<void>;
}

/** The location of a database's files, who may read it, and what it calls when it cannot continue. */
export interface DatabaseOptions {
  /** An existing directory, used only by the database. */
  readonly directory: string;
  readonly keyId: string;
  readonly onFailure: (message: string) => void;
}
