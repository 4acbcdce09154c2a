import type { JournalDraft } from '../../journal/commit/draft.ts';
import { restartWork } from '../../journal/due/due-work.ts';
import type { SelfFundedPayout } from '../payout/funding.ts';
import { isPausedNow } from '../payout/token-pause.ts';
import { fundPayout } from './fund-payout.ts';
import { awaitingWork } from './watch.ts';

/**
 * Funds a payout whose money is there, unless its token is paused. Then its money is recorded, and the payout's own work asks again.
 * @returns the payout, which the caller has to write
 */
export function fundOrWait(draft: JournalDraft, payout: SelfFundedPayout): SelfFundedPayout {
  if (!isPausedNow(draft, payout.funding)) return fundPayout(draft, payout);
  draft.write(restartWork(awaitingWork(payout), draft.now));
  return payout;
}
