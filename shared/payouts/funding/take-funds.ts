import { isPausedNow, pauseRef } from '../../connections/token-pause.ts';
import type { ItemRef } from '../../ground/table/expressions.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { SelfFundedPayout } from '../payout/funding.ts';
import { limitLookUps, takeFromLimit } from './daily-limit.ts';
import { fundPayout } from './fund-payout.ts';

/** Items that `fundOrWait` looks up, for callers that read them beforehand. */
export function takingLookUps({ funding }: SelfFundedPayout, now: number): readonly ItemRef[] {
  return [pauseRef(funding), ...limitLookUps(funding, now)];
}

/**
 * Funds a payout whose money is there, unless its token is paused or the daily limit of its connection would be
 * exceeded. Then the payout still awaits its funds, and its own work has to ask again.
 * @returns the payout, which the caller has to write
 */
export function fundOrWait(draft: JournalDraft, payout: SelfFundedPayout): SelfFundedPayout {
  const { isOverLimit, ...funding } = payout.funding;
  const isPaused = isPausedNow(draft, funding);
  if (!isPaused && takeFromLimit(draft, payout.funding)) return fundPayout(draft, { ...payout, funding });
  return isPaused ? payout : { ...payout, funding: { ...funding, isOverLimit: true } };
}
