import { ServiceError } from '../../ground/errors/service-error.ts';
import type { ItemRefs } from '../../ground/table/store.ts';
import { settling } from '../../ground/time/time-left.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { Execution } from '../commit/execution.ts';
import { lockMs } from '../idempotency/record.ts';
import { callProcessor } from './call-processor.ts';
import { type Intent, intentRef } from './intent.ts';
import type { IntentKind } from './intent-kind.ts';
import { type Answered, answerOf, settleIntent } from './settle-intent.ts';

/**
 * Completes an intent that binds a resource, after the request has committed it (docs/adr/0043). Asks the processor,
 * and commits its report together with the request's answer. If this ends early, a worker settles the intent without an
 * answer, and the request's key is free.
 * @param kind its `settle` makes the request's answer
 * @param silence makes the error for the caller if there is no final answer, or if it could not be committed
 * @returns the answer, which replays get too
 * @throws ServiceError the refusal, or the error from `silence`
 */
export async function answerWithIntent<Call, Result, Answer, R extends ItemRefs>(
  runtime: Runtime<'cards'>,
  kind: IntentKind<Call, Result, Answer, R>,
  intent: Intent,
  { execution, silence }: { readonly execution: Execution; readonly silence: (cause?: unknown) => ServiceError },
): Promise<Answered<Answer>> {
  const report = await callProcessor(runtime, kind, intent, intent.boundAt + lockMs).catch((cause) => {
    throw silence(cause);
  });
  if (report.outcome === 'unclear') throw silence();
  // The outcome is committed even if access was withdrawn, because the processor has already acted.
  const { asker: _, ...outcome } = execution;
  const settled = await settling(() => settleIntent(runtime, kind, intent, report, outcome)).catch(async (error) => {
    // If another request has started under the same key, the worker commits the outcome of this one, as if this request
    // had ended early.
    if (isTakenOver(error)) throw silence(error);
    if (error instanceof ServiceError) throw error;
    // Without a key, only the intent shows whether a commit whose answer was lost took effect.
    const found = await settling(() => runtime.store.get(intentRef(intent))).catch(() => undefined);
    if (found?.state !== 'settled') throw silence(error);
    return found;
  });
  return answerOf(settled);
}

function isTakenOver(error: unknown): boolean {
  return error instanceof ServiceError && error.type === 'IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS';
}
