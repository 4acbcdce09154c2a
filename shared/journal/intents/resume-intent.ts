import { hideValues } from '../../ground/errors/hide-values.ts';
import { measurement } from '../../ground/metrics/catalog.ts';
import { metricFields } from '../../ground/metrics/embed.ts';
import { refuseUnknown, UnknownValue } from '../../ground/table/known-values.ts';
import { checkUnchanged } from '../../ground/table/writes.ts';
import type { Hint } from '../../ports/hint-queue.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import { refuseWrongClock } from '../commit/refuse-wrong-clock.ts';
import type { ClaimedWork } from '../due/claim-work.ts';
import { rescheduleUpdate } from '../due/due-work.ts';
import { endClaim } from '../due/end-claim.ts';
import { endWork } from '../due/end-work.ts';
import { withClaim } from '../due/with-claim.ts';
import { askAgain } from './call-processor.ts';
import { type Intent, IntentEntity, intentRef } from './intent.ts';
import type { AnyIntentKind } from './intent-kind.ts';
import { askedOf, settleIntent } from './settle-intent.ts';

const shortestPauseMs = 15_000;
const longestPauseMs = 30 * 60 * 1000;
/** A processor that takes longer than this is not just slow, and a person should look into it. */
const unsettledMs = 60 * 60 * 1000;

/** Logged for an intent that is open for longer than `unsettledMs`. */
export const unsettledMessage = 'a processor has not said what it did';

/**
 * Continues with an intent that its request has not settled: asks the processor again, and commits its report. A
 * processor that does not report an outcome is asked until it does, eventually every half hour.
 */
export async function resumeIntent(
  runtime: WorkerRuntime<'cards'>,
  hint: Hint,
  kinds: readonly AnyIntentKind[],
): Promise<void> {
  await withClaim(runtime, hint, (work) => resumeClaimed(runtime, work, kinds));
}

async function resumeClaimed(
  runtime: WorkerRuntime<'cards'>,
  work: ClaimedWork,
  kinds: readonly AnyIntentKind[],
): Promise<void> {
  const { organizationId, resourceId: intentId } = work;
  const wanted = intentRef({ organizationId, intentId });
  const intent = await runtime.store.get(wanted);
  refuseUnknown(IntentEntity, intent);
  if (intent?.state !== 'open') return endWork(runtime, work, checkUnchanged(wanted, intent));
  const kind = kinds.find(({ name }) => name === intent.kind);
  if (!kind) throw new UnknownValue(IntentEntity, 'kind');
  // A process with a wrong clock cannot tell whether the processor still remembers the key.
  refuseWrongClock(runtime);
  const found = await askAgain(runtime, kind, intent).catch((failure: Error) => {
    // The error may quote the call.
    const error = hideValues(failure, askedOf(intent).call);
    runtime.log.warn('a processor did not answer', { error, organizationId, intentId, kind: intent.kind });
    return { outcome: 'unclear' } as const;
  });
  if (found?.outcome === 'done' || found?.outcome === 'refused') await settleIntent(runtime, kind, intent, found);
  else await tryLater(runtime, work, intent);
}

/** Makes the work due again, at growing intervals. After an hour, each attempt logs an error that an alarm counts. */
async function tryLater({ clock, store, log }: WorkerRuntime, work: ClaimedWork, intent: Intent): Promise<void> {
  const now = clock();
  const age = now - intent.boundAt;
  const pause = Math.min(longestPauseMs, Math.max(shortestPauseMs, age));
  const isOurs = await endClaim(store, work, rescheduleUpdate(work.claim, now + pause));
  if (!isOurs || age < unsettledMs) return;
  const { organizationId, intentId, kind } = intent;
  log.error(unsettledMessage, {
    organizationId,
    intentId,
    kind,
    ageMs: age,
    ...metricFields(now, measurement('IntentUnsettled', 1)),
  });
}
