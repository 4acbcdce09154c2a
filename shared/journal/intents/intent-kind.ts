import type { ServiceError } from '../../ground/errors/service-error.ts';
import type { ItemRefs } from '../../ground/table/store.ts';
import type { Processor } from '../../ports/processor.ts';
import type { Mode, Runtime } from '../../ports/runtime.ts';
import type { Outcome } from '../commit/commit.ts';
import type { JournalDraft } from '../commit/draft.ts';
import type { DecisionInput } from '../commit/read-state.ts';
import type { Intent } from './intent.ts';

/** The final outcome of a call. */
export type Ending<Result> = { readonly outcome: 'done'; readonly result: Result } | { readonly outcome: 'refused' };

/** An intent with its call in the domain's form. */
export interface IntentCall<Call> extends Pick<Intent, 'organizationId' | 'intentId' | 'resourceId' | 'boundAt'> {
  readonly call: Call;
}

/** One kind of intent: which processor it asks, and what the outcome changes. Implemented by its domain. */
export interface IntentKind<Call, Result, Answer, R extends ItemRefs = ItemRefs> {
  /** Stored with each intent, so it never changes. */
  readonly name: string;
  /** Both commits leave the head unchanged (`Decision.aside`). The settlement needs nothing from the organization. */
  readonly aside?: true;
  /**
   * So far, every processor belongs to a card acquirer.
   * @throws Error when the mode has no such processor, in which case nothing is committed
   */
  processor(runtime: Runtime<'cards'>, mode: Mode): Processor<Call, Result>;
  reads(asked: IntentCall<Call>): R;
  /**
   * Pure: makes the changes of a final outcome, and returns the answer for the request and its replays. A refusal frees
   * the idempotency key. Must not refuse on its own, because the processor has already acted. If it throws, the intent
   * stays open, and a worker asks the processor and settles again until it succeeds.
   */
  settle(
    found: DecisionInput<R>,
    draft: JournalDraft,
    asked: IntentCall<Call>,
    ending: Ending<Result>,
  ): Exclude<Outcome<Answer>, { readonly intentId: string }>;
  /** The error for an unclear answer. Defaults to PAYOUT_OUTCOME_UNKNOWN, as when the processor does not answer. */
  unclear?(): ServiceError;
}

/** A kind without its specific types, as in the worker's list. */
export type AnyIntentKind = IntentKind<unknown, unknown, unknown>;
