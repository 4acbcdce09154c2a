import { measurement } from '../../ground/metrics/catalog.ts';
import { measure } from '../../ground/metrics/collect.ts';
import { atMost } from '../../ground/table/conditions.ts';
import { ConditionFailed } from '../../ground/table/refusals.ts';
import { updateOf } from '../../ground/table/update-expression.ts';
import type { Hint } from '../../ports/hint-queue.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import { type DueWork, dueRef } from './due-work.ts';

/**
 * Longer than any worker runs, and shorter than the queue hides a message, so that after a crash the lease has ended
 * when the message reappears.
 */
export const leaseMs = 30_000;

/** Work that only this worker may do until its lease ends. */
export interface ClaimedWork extends DueWork {
  readonly claim: string;
}

/**
 * Claims the work that a hint names, in one conditional update outside the journal, which leaves the `due` index
 * unchanged.
 * @returns undefined if there is nothing to do for this hint, because the work is done, claimed, or was moved (which
 * sent another hint). A hint that came too early is sent again.
 */
export async function claimWork(
  { clock, ids, store, hints }: Pick<WorkerRuntime, 'clock' | 'ids' | 'store' | 'hints'>,
  hint: Hint,
): Promise<ClaimedWork | undefined> {
  const now = clock();
  const claim = ids.token();
  try {
    const update = updateOf<DueWork>(
      {
        set: { dueAt: now + leaseMs, claim },
        setOnce: { firstClaimedAt: now },
        copyOnce: { claimsBefore: 'claims' },
        add: { attempts: 1, claims: 1 },
      },
      atMost({ dueAt: now }),
    );
    return claimed(hint, now, { ...(await store.update(dueRef(hint), update)), claim });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const found = error.item as DueWork | undefined;
    // The SDK repeats an update whose answer was lost, and then finds the claim that this call has made.
    if (found?.claim === claim) return claimed(hint, now, { ...found, claim });
    if (found && !found.claim && found.dueAt === hint.dueAt) await hints.send([hint], now);
    return undefined;
  }
}

/** Measures the lag from the time in the hint, because the claim has overwritten the time in the row. */
function claimed({ kind, dueAt }: Hint, now: number, work: ClaimedWork): ClaimedWork {
  measure(measurement('DueWorkLag', Math.max(0, now - dueAt), { kind }));
  return work;
}
