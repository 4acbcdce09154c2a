import { ServiceError } from '../../ground/errors/service-error.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { ConditionFailed } from '../../ground/table/refusals.ts';
import { updateIf } from '../../ground/table/writes.ts';
import { timestamp } from '../../ground/time/clock.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { ClaimedWork } from '../../journal/due/claim-work.ts';
import { allowResendUpdate, type DueWork, dueRef, spendResendUpdate } from '../../journal/due/due-work.ts';
import { unlistParked } from '../../journal/due/parked-work.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Payout, PayoutEntity } from '../payout/payout.ts';

/**
 * How long the permission to send once more is valid: what an operator found out at the rail may be outdated
 * afterwards, for example after an outage.
 */
export const resendPermissionMs = 60 * 60 * 1000;

interface Found {
  readonly payout: Payout | undefined;
  readonly work: DueWork | undefined;
}

/**
 * Permits one more send of a payout that its rail may have been sent before and forgotten. The operator has made sure
 * at the rail that it was not paid. The payout's parked work becomes due again, and the rail is asked first.
 * @throws ServiceError NOT_FOUND; CONFLICT for a payout that has moved, or whose work is not parked
 */
export function decideResending({ payout, work }: Found, draft: JournalDraft): Outcome<{ status: 200; body: object }> {
  if (!payout) throw new ServiceError('NOT_FOUND', 'no such payout');
  const { payoutId, status } = payout;
  if (status !== 'pending') throw new ServiceError('CONFLICT', `the payout is ${status}: only a pending one is sent`);
  if (work?.parkedAt === undefined) throw new ServiceError('CONFLICT', 'the work on the payout is not parked');
  const until = draft.now + resendPermissionMs;
  draft.write(updateIf(dueRef(work), allowResendUpdate(work, draft.now, until)), unlistParked(work));
  return { reply: { status: 200, body: { payoutId, resendUntil: timestamp(until) } }, resourceId: payoutId };
}

/** What the decision reads. */
export function resendRefs(organizationId: string, payoutId: string) {
  return {
    payout: refTo(PayoutEntity, { organizationId, payoutId }),
    work: dueRef({ organizationId, kind: 'rails', resourceId: payoutId }),
  };
}

/**
 * Uses up the permission to send once more, before the payout is sent: if the worker dies in between, the permission is
 * gone.
 * @returns false if there is none, or if another worker has the work by now
 */
export async function useResendPermission(
  { clock, store }: Pick<Runtime, 'clock' | 'store'>,
  work: ClaimedWork,
): Promise<boolean> {
  if (work.resendUntil === undefined || work.resendUntil <= clock()) return false;
  try {
    await store.update(dueRef(work), spendResendUpdate(work.claim));
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    // The SDK repeats an update whose answer was lost. While the claim is ours, nobody else can have used it up.
    return error.item?.claim === work.claim;
  }
}
