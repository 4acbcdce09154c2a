import { ServiceError } from '../../ground/errors/service-error.ts';
import { TransactionRefused } from '../../ground/table/refusals.ts';
import type { Reads } from '../../ground/table/store.ts';
import { create } from '../../ground/table/writes.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { Decision } from '../commit/decide.ts';
import { decideAndCommit } from '../commit/decide.ts';
import type { JournalDraft } from '../commit/draft.ts';
import { claimOf, type Execution, type SettledExecution } from '../commit/execution.ts';
import type { DecisionInput } from '../commit/read-state.ts';
import { scheduleWork } from '../due/due-work.ts';
import { lockMs } from '../idempotency/record.ts';
import { type Intent, IntentEntity, intentRead, intentWork } from './intent.ts';
import { OutcomePending } from './outcome-pending.ts';

/** Decides what a processor is to be asked. */
export interface Binding<R extends Reads, Call>
  extends Pick<Decision<R, unknown>, 'organizationId' | 'reads' | 'lookUps'> {
  /** Pure: reserves what the call needs, and returns the call. A thrown ServiceError refuses the request. */
  readonly decide: (
    found: DecisionInput<R>,
    draft: JournalDraft,
    intentId: string,
  ) => { readonly call: Call; readonly resourceId?: string };
}

/** After the lock of the request's key has run out: until then the request itself may settle the intent. */
const firstResumeMs = lockMs + 3_000;

/**
 * Commits an intent with its due work, and binds the idempotency key to it. The intent's id is fresh for each request, so
 * that a key that was freed never meets the processor's answer to an earlier call.
 * @throws Replay when the key was executed before
 * @throws OutcomePending when it cannot be known whether the intent was committed
 * @throws ServiceError the refusal
 */
export async function bindIntent<R extends Reads, Call>(
  runtime: Runtime,
  kindName: string,
  binding: Binding<R, Call>,
  execution: Execution,
): Promise<Intent> {
  const { organizationId } = binding;
  const intentId = runtime.ids.next('int', runtime.clock());
  const settled = { ...execution, claim: await claimOf(execution) };
  let bound: Intent | undefined;
  const committed = decideAndCommit(
    runtime,
    {
      ...binding,
      decide: (found, draft) => {
        const { call, resourceId } = binding.decide(found, draft, intentId);
        const key = { organizationId, intentId };
        const what = { kind: kindName, call: JSON.stringify(call), ...(resourceId && { resourceId }) };
        bound = { ...newIntent(draft, settled), ...key, ...what };
        draft.write(create(IntentEntity, bound), scheduleWork(intentWork(key), draft.now + firstResumeMs));
        return { intentId, ...(resourceId && { resourceId }) };
      },
    },
    execution,
  );
  await committed.catch((error) => {
    if (settled.claim || !bound || isRefusal(error)) throw error;
    return findLostBind(runtime, bound, error);
  });
  if (!bound) throw new Error('an intent was committed without a decision');
  return bound;
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError || error instanceof TransactionRefused;
}

/**
 * Without a key there is no record whose release would settle what became of a commit whose answer was lost. Only the
 * intent tells, and its absence proves nothing: the commit may be on its way.
 */
async function findLostBind({ store }: Pick<Runtime, 'store'>, bound: Intent, error: unknown): Promise<void> {
  const found = await store.get(intentRead(bound)).catch(() => undefined);
  if (!found) throw new OutcomePending(undefined, error);
}

function newIntent({ livemode, now }: JournalDraft, { claim, guard, audit }: SettledExecution) {
  return {
    version: 1,
    mode: livemode ? ('live' as const) : ('sandbox' as const),
    state: 'open' as const,
    boundAt: now,
    lastCalledAt: now,
    ...(claim && { idempotencyKey: claim.key }),
    ...(guard && { guardHash: guard.hash }),
    ...(audit && { audit: { requestId: audit.requestId, at: audit.at, action: audit.action, ...audit.actor } }),
  };
}
