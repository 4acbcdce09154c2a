import type { Reads } from '../../ground/table/store.ts';
import { settling } from '../../ground/time/time-left.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { claimOf, type Execution } from '../commit/execution.ts';
import { lockMs } from '../idempotency/record.ts';
import { type Binding, bindIntent } from './bind-intent.ts';
import { callProcessor } from './call-processor.ts';
import type { AnyIntentKind, IntentKind } from './intent-kind.ts';
import { OutcomePending } from './outcome-pending.ts';
import { answerOf, settleIntent } from './settle-intent.ts';

/**
 * Carries out a request that needs a processor's answer (design, section 1): commits the intent, asks the processor, and
 * commits what it said. Wherever this ends early, a worker goes on with the intent.
 * @returns the answer, which replays get too
 * @throws Replay when the key was executed before
 * @throws OutcomePending when the processor gave no final answer, or it could not be committed: the worker goes on
 * @throws ServiceError the refusal
 */
export async function executeIntent<Call, Result, Answer, R extends Reads, B extends Reads>(
  runtime: Runtime,
  kind: IntentKind<Call, Result, Answer, R>,
  binding: Binding<B, Call>,
  execution: Execution,
): Promise<Answer & { readonly status: number; readonly body: unknown }> {
  const anyKind = kind as unknown as AnyIntentKind;
  const subject = (await claimOf(execution))?.subject;
  const intent = await bindIntent(runtime, kind.name, binding, execution);
  const pending = (cause: unknown) => new OutcomePending(subject, cause);
  const callBy = intent.boundAt + lockMs;
  const report = await callProcessor(runtime, anyKind, intent, callBy).catch((error) => Promise.reject(pending(error)));
  if (report.outcome === 'unclear') throw new OutcomePending(subject, undefined, kind.unclear?.());
  const settled = await settling(() => settleIntent(runtime, anyKind, intent, report)).catch((error) =>
    Promise.reject(pending(error)),
  );
  return answerOf(settled) as Answer & { readonly status: number; readonly body: unknown };
}
