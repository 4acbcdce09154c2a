import { refTo } from '../../ground/table/expressions.ts';
import { replace } from '../../ground/table/writes.ts';
import { decideAndCommit } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { ClaimedWork } from '../../journal/due/claim-work.ts';
import { cancelWork } from '../../journal/due/due-work.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { holdReceived } from '../funding/hold-money.ts';
import { awaitingWork } from '../funding/watch.ts';
import { watchLate } from '../funding/watch-late.ts';
import { isComplete, type SelfFundedPayout } from '../payout/funding.ts';
import { type Payout, PayoutEntity } from '../payout/payout.ts';
import type { ShownStatus } from '../payout/transitions.ts';
import { transition } from './move-payout.ts';

/** Ends a payout that nobody has funded in time: it fails, and money that has arrived becomes a held deposit. */
export async function endUnfunded(
  runtime: Runtime,
  work: Pick<ClaimedWork, 'organizationId' | 'resourceId'>,
): Promise<void> {
  const { organizationId, resourceId: payoutId } = work;
  await decideAndCommit(runtime, {
    organizationId,
    reads: { payout: refTo(PayoutEntity, { organizationId, payoutId }) },
    decide: ({ payout }: { readonly payout: Payout | undefined }, draft) => {
      const funding = payout?.status === 'awaiting_funds' ? payout.funding : undefined;
      // Its work is due again because of money that has arrived since it was claimed.
      if (funding && (funding.confirming !== undefined || isComplete(funding))) return undefined;
      if (payout && funding)
        endAwaiting(draft, { ...payout, funding }, 'failed', {
          failureCode: 'quote_expired',
          fundsReturned: false,
        });
      else draft.write(cancelWork(awaitingWork({ organizationId, payoutId })));
      return { reply: { status: 200, body: undefined }, resourceId: payoutId };
    },
  });
}

/**
 * Ends a payout while it awaits funds. Nothing was debited, so nothing returns to the balance. Its amount returns to
 * the caps of its day, and money that has arrived becomes a held deposit.
 * @returns the payout as it is written
 */
export function endAwaiting(
  draft: JournalDraft,
  payout: SelfFundedPayout,
  status: Extract<ShownStatus, 'canceled' | 'failed'>,
  failure: Pick<Payout, 'failureCode' | 'fundsReturned'> = {},
): Payout {
  const { funding } = payout;
  const isHeld = funding.received > 0n;
  const ended = transition(draft, { ...payout, ...(isHeld && { funding: { ...funding, isHeld } }) }, status, failure);
  if (isHeld) holdReceived(draft, payout);
  draft.write(replace(PayoutEntity, ended), cancelWork(awaitingWork(payout)));
  watchLate(draft, payout);
  return ended;
}
