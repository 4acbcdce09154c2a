import { removeIf, replace } from '../../../ground/table/writes.ts';
import type { JournalDraft } from '../../../journal/commit/draft.ts';
import { dueRef } from '../../../journal/due/due-work.ts';
import { uncountHold } from '../../caps/consume-caps.ts';
import { countOpenLink } from '../open-links.ts';
import { type PayoutLink, PayoutLinkEntity, payoutLinkWork } from '../payout-link.ts';
import { type PayoutLinkStatus, payoutLinkTransitions } from '../payout-link-status.ts';
import { presentPayoutLink } from '../present-payout-link.ts';

type End = Exclude<PayoutLinkStatus, 'open'>;

/**
 * Ends an open link: releases its hold, writes its event and removes its due work. What it counted under the daily threshold is
 * taken back unless it was claimed. A worker that has claimed the work finds the link changed.
 * @throws Error for a link that is not open
 */
export function endPayoutLink(
  draft: JournalDraft,
  link: PayoutLink,
  status: End,
  outcome: Partial<Pick<PayoutLink, 'payoutId' | 'claimedBy' | 'tokenHash' | 'tokensMade' | 'canceledBecause'>> = {},
): PayoutLink {
  const { payoutLinkId, hold, counted, ledgerPositions } = link;
  if (!payoutLinkTransitions[link.status].includes(status))
    throw new Error(`${payoutLinkId} cannot go from ${link.status} to ${status}`);
  const [heldAt = ''] = ledgerPositions;
  if (status !== 'claimed') uncountHold(draft, heldAt, counted);
  const released = draft.post({ type: 'hold_release', currency: hold.currency, amount: hold.amount, payoutLinkId });
  const ended: PayoutLink = {
    ...link,
    ...outcome,
    waitingFor: undefined,
    status,
    ledgerPositions: [...ledgerPositions, released],
    updatedAt: draft.timestamp,
  };
  countOpenLink(draft, -1);
  const { payoutId } = ended;
  draft.event({ type: `payout_link.${status}`, data: presentPayoutLink(ended), ...(payoutId && { payoutId }) });
  draft.write(replace(PayoutLinkEntity, ended), removeIf(dueRef(payoutLinkWork(link)), {}));
  return ended;
}
