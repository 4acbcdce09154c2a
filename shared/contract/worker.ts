import type { DueKind } from '../ports/due-kinds.ts';
import type { Capability, WholeRuntime, WorkerRuntime } from '../ports/runtime.ts';

/**
 * What an item must look like after a change, by attribute and DynamoDB type: a pattern for Lambda's event source,
 * below `dynamodb.NewImage`. All parts must match.
 */
export type ImagePattern = Readonly<Record<string, Readonly<Record<string, readonly [PatternRule]>>>>;

/** A text, or whether a value of that type exists. */
type PatternRule = string | { readonly exists: boolean };

/** Why a chain ends for a worker that sends only early hints back to its queue. */
export const earlyHintsOnly =
  'A hint that comes before its work is due is sent again with a delay, and no more once the work is due or claimed.';

/** What starts a worker. The CDK event sources and the local pollers are derived from it. */
export type Trigger =
  | {
      readonly type: 'table-stream';
      /** The changes that start the worker, as alternatives. Without it, every change does. */
      readonly follows?: (hasBus: boolean) => readonly ImagePattern[];
    }
  /** Every change in the table's stream, if the stage archives changes. Retried for as long as the stream keeps it. */
  | { readonly type: 'table-changes' }
  | {
      readonly type: 'queue';
      readonly kind: DueKind;
      readonly batchSize: number;
      /** How long hints are collected before a call. Work that arrives together is committed together. */
      readonly batchingSeconds: number;
      /** The maximum number of concurrent Lambda executions. Limits what a backlog takes from the other functions. */
      readonly maximumConcurrency: number;
      /**
       * Why a chain of hints that the worker sends to its own queue ends. Lambda stops such a chain after about 16
       * invocations unless the function allows it, which every queue worker does.
       */
      readonly chainEnds: string;
    }
  | { readonly type: 'schedule'; readonly everyMinutes: number };

/** A function that no caller invokes, declared once. `Event` is the AWS event of its trigger. */
export interface Worker<Event = never, Result = unknown> {
  /** In kebab case; equals the file name. */
  readonly name: string;
  readonly trigger: Trigger;
  readonly timeoutSeconds: number;
  /**
   * What the worker uses besides the table and hints. Determines its grants, its environment and the ports of its
   * runtime.
   */
  readonly uses?: readonly Capability[];
  readonly handle: (event: Event, runtime: WholeRuntime) => Promise<Result>;
}

/** The declaration of a function whose answer nobody waits for. Its runtime has only the ports that it uses. */
export type Declared<Whole, Event, Result, Used extends Capability, Own> = Omit<Whole, 'uses' | 'handle'> & {
  readonly uses?: readonly Used[];
  readonly handle: (event: Event, runtime: Own) => Promise<Result>;
};

export function defineWorker<Event, Result, Used extends Capability = never>(
  worker: Declared<Worker, Event, Result, Used, WorkerRuntime<Used>>,
): Worker<Event, Result> {
  // A runtime with every port has those that the worker uses. The compiler cannot prove this for a list that is still
  // generic.
  return worker as unknown as Worker<Event, Result>;
}
