import type { DueKind } from '../ports/due-kinds.ts';
import type { WorkerRuntime } from '../ports/runtime.ts';

/**
 * What an item must be like after a change, by attribute and by its type in DynamoDB: a pattern as Lambda's event source
 * takes it, below `dynamodb.NewImage`. All of it has to hold.
 */
export type ImagePattern = Readonly<Record<string, Readonly<Record<string, readonly [PatternRule]>>>>;

/** A text, or whether there is a value of that type. */
type PatternRule = string | { readonly exists: boolean };

/** Why a chain ends for a worker that sends only early hints back to its queue. */
export const earlyHintsOnly =
  'A hint that comes before its work is due is sent again with a delay, and no more once the work is due or claimed.';

/** What starts a worker. The CDK event sources and the local pollers are derived from it. */
export type Trigger =
  | {
      readonly type: 'table-stream';
      /** The changes that start the worker: those of any of these. Without it, every change does. */
      readonly follows?: (hasBus: boolean) => readonly ImagePattern[];
    }
  /** The same stream, where the stage archives its changes: every change, and retries as long as the stream keeps it. */
  | { readonly type: 'table-changes' }
  | {
      readonly type: 'queue';
      readonly kind: DueKind;
      readonly batchSize: number;
      /** How long hints are collected before a call; work that arrives together is committed together. */
      readonly batchingSeconds: number;
      /** How many Lambdas may run at once. It limits what a backlog takes from the other functions. */
      readonly maximumConcurrency: number;
      /**
       * Why a chain of hints that the worker sends to its own queue comes to an end. Lambda stops such a chain after about
       * 16 invocations unless the function allows it, which every queue worker does.
       */
      readonly chainEnds: string;
    }
  | { readonly type: 'schedule'; readonly everyMinutes: number };

/** A function that no caller invokes, declared once. `Event` is the AWS event of its trigger. */
export interface Worker<Event = never, Result = unknown> {
  /** kebab-case; equals the file's name. */
  readonly name: string;
  readonly trigger: Trigger;
  readonly timeoutSeconds: number;
  /** The worker opens or seals sealed texts, so its function may read the stage's sealing secret. */
  readonly usesSecrets?: true;
  /** The worker hands mail to the mail provider; every other function asks for mail with `mailWrites`. */
  readonly sendsMail?: true;
  /** The worker sends payouts to rails, so its function may write what the sandbox's rail remembers. */
  readonly sendsPayouts?: true;
  /** The same of the card acquirer. */
  readonly asksAcquirer?: true;
  /** The worker reads transfers from chains, so its function may list those of the sandbox's. */
  readonly readsChain?: true;
  /**
   * The worker sends requests to addresses that customers choose, so its function is denied recipients and their
   * accounts.
   */
  readonly callsReceivers?: true;
  /**
   * How the worker uses the stage's event bus, where there is one: it publishes to the bus, or wakes the worker that
   * does.
   */
  readonly bus?: 'publishes' | 'wakes';
  /** The worker looks at webhook endpoints without events, as often as the stage says. */
  readonly followsHeartbeats?: true;
  readonly handle: (event: Event, runtime: WorkerRuntime) => Promise<Result>;
}

export function defineWorker<Event, Result>(worker: Worker<Event, Result>): Worker<Event, Result> {
  return worker;
}
