import type { ItemRefs } from '../../ground/table/store.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { Decision } from '../commit/decide.ts';
import type { JournalDraft } from '../commit/draft.ts';
import { claimOf, type Execution, type SettledExecution } from '../commit/execution.ts';
import type { DecisionInput } from '../commit/read-state.ts';
import type { IdempotencyClaim } from '../idempotency/claim.ts';
import { commitIntent } from './commit-intent.ts';
import { afterRequestMs, createIntent } from './create-intent.ts';
import type { Intent } from './intent.ts';
import type { AnyIntentKind } from './intent-kind.ts';

/** A decision about what to ask a processor. */
export interface Binding<R extends ItemRefs, Call>
  extends Pick<Decision<R, unknown>, 'organizationId' | 'reads' | 'lookUps'> {
  /** Pure: reserves what the call needs, and returns the call. A thrown ServiceError refuses the request. */
  readonly decide: (
    found: DecisionInput<R>,
    draft: JournalDraft,
    intentId: string,
  ) => { readonly call: Call; readonly resourceId?: string };
}

/**
 * Commits an intent with its due work, and binds the idempotency key to it. Each request gets a new intent id, so that
 * a request with a freed key never gets the processor's answer to an earlier call.
 * @returns the intent; already settled if the request was suspended until a worker had settled it
 * @throws Replay when the key was already executed
 * @throws ServiceError the refusal; PAYOUT_OUTCOME_UNKNOWN when it is impossible to know whether the intent was
 * committed
 */
export async function bindIntent<R extends ItemRefs, Call>(
  runtime: Runtime<'cards'>,
  kind: AnyIntentKind,
  binding: Binding<R, Call>,
  execution: Execution,
): Promise<Intent> {
  const { organizationId } = binding;
  const intentId = runtime.ids.next('int', runtime.clock());
  const settled = { ...execution, claim: await claimOf(execution) };
  refuseUnfit(organizationId, settled.claim);
  const committed = await commitIntent(
    runtime,
    {
      ...binding,
      aside: kind.aside,
      decide: (found, draft) => {
        const { call, resourceId } = binding.decide(found, draft, intentId);
        const resource = resourceId && { resourceId };
        const opened = createIntent(draft, kind, {
          intentId,
          call,
          ...boundBy(settled),
          ...resource,
          resumeAt: draft.now + afterRequestMs,
        });
        // Throws if the mode has no processor, before anything is committed.
        kind.processor(runtime, opened.mode);
        return { opened, ...resource };
      },
    },
    execution,
  );
  if (!('intent' in committed)) throw new Error('an intent was committed without a decision');
  return committed.intent;
}

/**
 * Refuses keys with which a worker could not settle the intent. It finds only keys of the organization, and cannot seal
 * an answer.
 */
function refuseUnfit(organizationId: string, claim: IdempotencyClaim | undefined): void {
  if (claim?.sealingKeys) throw new Error('the answer of an intent cannot hold a secret');
  if (claim && claim.organizationId !== organizationId) throw new Error('the key is not one of the organization');
}

function boundBy({ claim, guard, audit }: SettledExecution) {
  return { audit, ...(claim && { idempotencyKey: claim.key }), ...(guard && { guardHash: guard.hash }) };
}
