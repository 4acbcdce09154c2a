import { measurement } from '../../ground/metrics/catalog.ts';
import { canaryOrganizationId } from '../../identity/canary.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Payout } from './payout.ts';
import { shownStatus } from './transitions.ts';

/**
 * Counts a payout under the status that a commit gives it. Payouts of the canary are not counted, because they are not
 * business.
 */
export function countPayout(draft: JournalDraft, { organizationId, status, corridorId }: Payout): void {
  if (organizationId === canaryOrganizationId) return;
  draft.measure(measurement('Payouts', 1, { payoutStatus: shownStatus(status), corridor: corridorId }));
}
