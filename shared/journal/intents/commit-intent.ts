import { ServiceError } from '../../ground/errors/service-error.ts';
import { TransactionRefused } from '../../ground/table/refusals.ts';
import type { ItemRefs } from '../../ground/table/store.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { Outcome } from '../commit/commit.ts';
import { type Decision, decideAndCommit, replyOf } from '../commit/decide.ts';
import type { JournalDraft } from '../commit/draft.ts';
import { claimOf, type Execution } from '../commit/execution.ts';
import type { DecisionInput } from '../commit/read-state.ts';
import { outcomeUnknown } from '../commit/transact-once.ts';
import { holdAgain } from '../idempotency/claim.ts';
import { adviceFor } from '../idempotency/subject.ts';
import { type Intent, intentRef } from './intent.ts';

/** The result of a decision: an outcome, or an intent that it has opened in its draft. */
type Decided<Answer> =
  | Exclude<Outcome<Answer>, { readonly intentId: string }>
  | { readonly opened: Intent; readonly binds?: 'resource'; readonly resourceId?: string };

interface OpeningDecision<R extends ItemRefs, Answer>
  extends Pick<Decision<R, Answer>, 'organizationId' | 'reads' | 'lookUps' | 'aside'> {
  /** Pure. Every attempt that opens an intent gives it the same id. */
  readonly decide: (found: DecisionInput<R>, draft: JournalDraft) => Decided<Answer>;
}

type Committed<Answer> =
  | { readonly reply: Extract<Outcome<Answer>, { readonly reply: unknown }>['reply'] }
  | { readonly intent: Intent };

/**
 * Commits a decision that may open an intent. If the intent is found after an error, it was committed: the answer may
 * have been lost, or the commit sent twice.
 * @returns the reply, or the intent; already settled if the request was suspended until a worker had settled it
 * @throws Replay when the key was already executed
 * @throws ServiceError the refusal; PAYOUT_OUTCOME_UNKNOWN when it is impossible to know whether an intent was
 * committed
 */
export async function commitIntent<R extends ItemRefs, Answer>(
  runtime: Runtime<'cards'>,
  decision: OpeningDecision<R, Answer>,
  execution: Execution,
): Promise<Committed<Answer>> {
  let opened: Intent | undefined;
  const decide = (found: DecisionInput<R>, draft: JournalDraft): Outcome<Answer> => {
    const decided = decision.decide(found, draft);
    if (!('opened' in decided)) return decided;
    const { opened: intent, ...outcome } = decided;
    opened = intent;
    return { ...outcome, intentId: intent.intentId };
  };
  try {
    const outcome = await decideAndCommit(runtime, { ...decision, decide }, execution);
    const isOpened = opened !== undefined && outcome !== undefined && 'intentId' in outcome;
    return isOpened ? { intent: opened as Intent } : { reply: replyOf(outcome) };
  } catch (error) {
    const intent = opened && (await runtime.store.get(intentRef(opened)).catch(() => undefined));
    if (intent) {
      await holdKeyAgain(runtime, execution);
      return { intent };
    }
    throw opened && !execution.claim ? withoutKey(error, execution) : error;
  }
}

/**
 * If the answer to a commit is lost, the key is freed so that the commit can no longer take effect. If it has already
 * taken effect, this takes the key back, so that replays get its answer. If that fails because another execution has
 * started with the key, or because the answer is lost again, the commit that completes the key detects it.
 */
async function holdKeyAgain(runtime: Pick<Runtime, 'clock' | 'store'>, execution: Execution): Promise<void> {
  const claim = await claimOf(execution);
  if (claim) await holdAgain(runtime, claim).catch(() => undefined);
}

/**
 * The error for a commit without an idempotency key, if no intent is found. If its answer was lost, the commit may
 * still be in transit, because there is no key whose release would stop it.
 */
function withoutKey(error: unknown, { subject }: Execution): unknown {
  const isDefinite = error instanceof ServiceError || error instanceof TransactionRefused;
  return isDefinite ? error : outcomeUnknown(adviceFor(subject, { isKeyed: false }), error);
}
