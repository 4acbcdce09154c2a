import type { DueKind } from '../ports/due-kinds.ts';
import type { WorkerRuntime } from '../ports/runtime.ts';

/** What starts a worker. The CDK event sources and the local pollers are derived from it. */
export type Trigger =
  | { readonly type: 'table-stream' }
  | {
      readonly type: 'queue';
      readonly kind: DueKind;
      readonly batchSize: number;
      /** How long hints are gathered before a call; work that comes together is committed together. */
      readonly batchingSeconds: number;
      /** Lambdas at once: a bound on what a backlog may take from the rest. */
      readonly maximumConcurrency: number;
    }
  | { readonly type: 'schedule'; readonly everyMinutes: number };

/** A function that no caller invokes, declared once. `Event` is the AWS event of its trigger. */
export interface Worker<Event = never, Result = unknown> {
  /** kebab-case; equals the file's name. */
  readonly name: string;
  readonly trigger: Trigger;
  readonly timeoutSeconds: number;
  /** Opens what is sealed, or seals: it may read the stage's sealing secret. */
  readonly usesSecrets?: true;
  /** Hands mail to whoever carries it; every other function asks for mail by `mailWrites`. */
  readonly sendsMail?: true;
  /** Calls addresses that customers name: it is kept from what a receiver that found a way back would look for. */
  readonly callsReceivers?: true;
  /** What it has to do with the stage's event bus, where there is one: it publishes there, or wakes who does. */
  readonly bus?: 'publishes' | 'wakes';
  readonly handle: (event: Event, runtime: WorkerRuntime) => Promise<Result>;
}

export function defineWorker<Event, Result>(worker: Worker<Event, Result>): Worker<Event, Result> {
  return worker;
}
