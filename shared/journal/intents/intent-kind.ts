import type { ServiceError } from '../../ground/errors/service-error.ts';
import type { Reads } from '../../ground/table/store.ts';
import type { Processor } from '../../ports/processor.ts';
import type { Mode, Runtime } from '../../ports/runtime.ts';
import type { Outcome } from '../commit/commit.ts';
import type { JournalDraft } from '../commit/draft.ts';
import type { DecisionInput } from '../commit/read-state.ts';
import type { Intent } from './intent.ts';

/** What became of a call for good. */
export type Ending<Result> = { readonly outcome: 'done'; readonly result: Result } | { readonly outcome: 'refused' };

/** An intent with its call as the domain knows it. */
export interface IntentCall<Call> extends Pick<Intent, 'organizationId' | 'intentId' | 'resourceId' | 'boundAt'> {
  readonly call: Call;
}

/** One kind of intents: whom they ask, and what the outcome changes. Its domain implements this. */
export interface IntentKind<Call, Result, Answer, R extends Reads = Reads> {
  /** Stored with each intent: it never changes. */
  readonly name: string;
  /** Both commits leave the head alone (`Decision.aside`). What settles it asks nothing of the organization. */
  readonly aside?: true;
  /**
   * Every processor so far is a card acquirer's.
   * @throws Error when the mode has no such processor: then nothing is committed
   */
  processor(runtime: Runtime<'cards'>, mode: Mode): Processor<Call, Result>;
  reads(asked: IntentCall<Call>): R;
  /**
   * Pure: makes the changes of a final outcome, and returns what the request and its replays are answered. A refusal
   * frees the idempotency key. Refuses nothing by itself: what the processor did has happened. If it throws, the intent
   * stays open, and a worker asks the processor and settles again until it succeeds.
   */
  settle(
    found: DecisionInput<R>,
    draft: JournalDraft,
    asked: IntentCall<Call>,
    ending: Ending<Result>,
  ): Exclude<Outcome<Answer>, { readonly intentId: string }>;
  /** What a caller is told about an unclear answer; PAYOUT_OUTCOME_UNKNOWN where this is absent, as about silence. */
  unclear?(): ServiceError;
}

/** A kind without its specific types, as the worker's list holds it. */
export type AnyIntentKind = IntentKind<unknown, unknown, unknown>;
