import type { ItemRefs } from '../../ground/table/store.ts';
import { settling } from '../../ground/time/time-left.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { Execution } from '../commit/execution.ts';
import { lockMs } from '../idempotency/record.ts';
import { adviceFor } from '../idempotency/subject.ts';
import { type Binding, bindIntent } from './bind-intent.ts';
import { callProcessor } from './call-processor.ts';
import type { IntentKind } from './intent-kind.ts';
import { OutcomePending } from './outcome-pending.ts';
import { type Answered, answerOf, settleIntent } from './settle-intent.ts';

/**
 * Executes a request that needs a processor's answer (design, section 1): commits the intent, asks the processor, and
 * commits its report. If this ends early, a worker continues with the intent.
 * @returns the answer, which replays get too
 * @throws Replay when the key was already executed
 * @throws OutcomePending when there is no final answer or it could not be committed, so that a worker continues
 * @throws ServiceError the refusal; PAYOUT_OUTCOME_UNKNOWN when it is unknown whether the intent was committed
 */
export async function executeIntent<Call, Result, Answer, R extends ItemRefs, B extends ItemRefs>(
  runtime: Runtime<'cards'>,
  kind: IntentKind<Call, Result, Answer, R>,
  binding: Binding<B, Call>,
  execution: Execution,
): Promise<Answered<Answer>> {
  const intent = await bindIntent(runtime, kind, binding, execution);
  if (intent.state === 'settled') return answerOf(intent);
  const advice = adviceFor(execution.subject, { isKeyed: intent.idempotencyKey !== undefined });
  const pending = (cause: unknown) => Promise.reject(new OutcomePending(advice, cause));
  const report = await callProcessor(runtime, kind, intent, intent.boundAt + lockMs).catch(pending);
  if (report.outcome === 'unclear') throw new OutcomePending(advice, undefined, kind.unclear?.());
  const settled = await settling(() => settleIntent(runtime, kind, intent, report)).catch(pending);
  return answerOf(settled);
}
