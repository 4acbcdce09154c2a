import { restoreLine } from '../../payouts/batches/restore-line.ts';
import type { RestoreOrigin } from '../../payouts/lifecycle/restore-payout.ts';
import { restoreLink } from '../../payouts/links/ending/restore-link.ts';
import { presentPayout } from '../../payouts/payout/present-payout.ts';

/** Writes a lost payout back with the link that was claimed for it, or with the batch item that it belongs to. */
export const restoreOrigin: RestoreOrigin = (draft, lost, payBack) => {
  if (lost.told.payoutLinkId !== undefined) return restoreLink(draft, lost, payBack);
  const payout = payBack();
  restoreLine(draft, payout);
  return { resourceId: payout.payoutId, body: presentPayout(payout) };
};
