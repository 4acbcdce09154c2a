import { measurement } from '../../ground/metrics/catalog.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Payout } from './payout.ts';

/** Counts a payout in the status that a commit brings it into. */
export function countPayout(draft: JournalDraft, { status, corridorId }: Payout): void {
  draft.measure(measurement('Payouts', 1, { payoutStatus: status, corridor: corridorId }));
}
