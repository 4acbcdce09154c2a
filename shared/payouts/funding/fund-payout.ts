import type { JournalDraft } from '../../journal/commit/draft.ts';
import { cancelWork, dueRef, type RequestKey, scheduleWork } from '../../journal/due/due-work.ts';
import { arrivedRef } from '../flushing/arrived.ts';
import type { Funding, SelfFundedPayout } from '../payout/funding.ts';
import { holdSurplus } from './hold-money.ts';
import { awaitingWork } from './watch.ts';
import { watchLate } from './watch-late.ts';

/**
 * Has a payout sent whose money is there. The payout was shown as pending and still is, so nobody is told. Its rail is
 * used from here on, and for nothing before.
 * @returns the payout, which the caller has to write
 */
export function fundPayout(draft: JournalDraft, payout: SelfFundedPayout): SelfFundedPayout {
  const { organizationId, payoutId } = payout;
  const asked: RequestKey | undefined = draft.lookUpUnchecked(dueRef(awaitingWork(payout)))?.asked;
  draft.write(scheduleWork({ organizationId, kind: 'rails', resourceId: payoutId }, draft.now, asked));
  return withItsFunds(draft, payout);
}

/**
 * Ends the waiting of a payout whose funds are there. Any surplus is held.
 * @returns the payout, which the caller has to write
 */
export function withItsFunds(draft: JournalDraft, payout: SelfFundedPayout): SelfFundedPayout {
  const { confirming: _, ...funding } = payout.funding;
  draft.write(cancelWork(awaitingWork(payout)));
  watchLate(draft, payout);
  holdSurplus(draft, payout, funding.received - funding.amount);
  const funded = { ...funding, ...(isFlushedFirst(funding) && { arrived: arrivedFor(draft, payout) }) };
  return { ...payout, status: 'pending', funding: { ...funded, fundedAt: draft.now } };
}

/** Whether a payout is sent only once its money is at a treasury. */
export function isFlushedFirst({ amount, flushFirst }: Pick<Funding, 'amount' | 'flushFirst'>): boolean {
  return flushFirst !== undefined && amount > flushFirst;
}

function arrivedFor(draft: JournalDraft, { organizationId, payoutId, funding }: SelfFundedPayout): bigint {
  return draft.lookUp(arrivedRef({ organizationId, payoutId }))?.amount ?? funding.received;
}
