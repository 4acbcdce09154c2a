import { equals } from '../../ground/table/conditions.ts';
import { ConditionFailed } from '../../ground/table/refusals.ts';
import { type Clauses, updateOf } from '../../ground/table/update-expression.ts';
import type { ProcessorFinding, ProcessorReport } from '../../ports/processor.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { leaseMs } from '../due/claim-work.ts';
import { type Intent, intentRef } from './intent.ts';
import type { AnyIntentKind } from './intent-kind.ts';
import { askedOf } from './settle-intent.ts';

/**
 * Makes the call of an open intent. Every attempt sends the same bytes, with the intent's id as the key.
 * @param callBy milliseconds; a process that was suspended until then makes no call, because others may have settled
 * the intent in its absence
 * @throws whatever the processor's adapter throws, which counts as silence
 */
export async function callProcessor(
  runtime: Runtime<'cards'>,
  kind: AnyIntentKind,
  intent: Intent,
  callBy: number,
): Promise<ProcessorReport<unknown>> {
  if (runtime.clock() >= callBy) throw new Error('too late to call the processor');
  const report = await kind.processor(runtime, intent.mode).call(intent.intentId, askedOf(intent).call);
  if (report.outcome === 'unclear') await markOpen(runtime, intent, { asksOnly: true });
  return report;
}

/**
 * A call that the processor cannot find this long after it was last made will never take effect, because no call is in
 * transit for this long.
 */
const absentIsFinalMs = 24 * 60 * 60 * 1000;

/**
 * Asks again for the outcome of a call. While the processor is known to remember the key, the call is repeated, which
 * executes it once; after that, and after an unclear answer, the processor is only asked.
 * @returns undefined if the intent was settled in the meantime
 */
export async function askAgain(
  runtime: Runtime<'cards'>,
  kind: AnyIntentKind,
  intent: Intent,
): Promise<ProcessorFinding<unknown> | undefined> {
  const processor = kind.processor(runtime, intent.mode);
  const now = runtime.clock();
  if (!intent.asksOnly && now < intent.boundAt + processor.rememberKeysForMs) {
    // Recorded before the call, because absence is judged by the time of the last call.
    const isOpen = await markOpen(runtime, intent, { lastCalledAt: now });
    return isOpen ? callProcessor(runtime, kind, intent, now + leaseMs) : undefined;
  }
  const found = await processor.find(intent.intentId, askedOf(intent).call);
  const isGone = found.outcome === 'absent' && now >= intent.lastCalledAt + absentIsFinalMs;
  return isGone ? { outcome: 'refused' } : found;
}

/** @returns false if the intent was settled in the meantime */
async function markOpen(
  { store }: Pick<Runtime, 'store'>,
  intent: Intent,
  set: NonNullable<Clauses<Intent>['set']>,
): Promise<boolean> {
  const mark = updateOf<Intent>({ set, add: { version: 1 } }, equals({ state: 'open' }));
  try {
    await store.update(intentRef(intent), mark);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}
