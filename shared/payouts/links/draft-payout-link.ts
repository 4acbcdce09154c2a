import { create } from '../../ground/table/writes.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { scheduleWork } from '../../journal/due/due-work.ts';
import { countHold } from '../caps/consume-caps.ts';
import { countOpenLink } from './open-links.ts';
import { type PayoutLink, PayoutLinkEntity, payoutLinkWork } from './payout-link.ts';
import { linkReferenceWrites } from './payout-link-reference.ts';
import { presentPayoutLink } from './present-payout-link.ts';

/** The fields of a new link. The rest follows from the journal. */
export type NewPayoutLink = Omit<
  PayoutLink,
  | 'version'
  | 'status'
  | 'counted'
  | 'ledgerPositions'
  | 'tokensMade'
  | 'waitingFor'
  | 'payoutId'
  | 'claimedBy'
  | 'canceledBecause'
  | 'livemode'
  | 'createdAt'
  | 'updatedAt'
>;

/**
 * Opens a link: holds its amount, counts it under the daily threshold unless people voted on it, and writes its event
 * and the due work of its expiry.
 * @throws ServiceError INSUFFICIENT_BALANCE; BAD_REQUEST when there are too many links
 */
export function draftPayoutLink(draft: JournalDraft, fields: NewPayoutLink): PayoutLink {
  const { payoutLinkId, hold, expiresAt, approvalId } = fields;
  const counted = approvalId === undefined ? hold.amount : 0n;
  if (counted > 0n) countHold(draft, counted);
  const heldAt = draft.post({ type: 'hold', currency: hold.currency, amount: -hold.amount, payoutLinkId });
  const link: PayoutLink = {
    ...fields,
    version: 1,
    status: 'open',
    counted,
    ledgerPositions: [heldAt],
    tokensMade: 1,
    livemode: draft.livemode,
    createdAt: draft.timestamp,
    updatedAt: draft.timestamp,
  };
  countOpenLink(draft, 1);
  draft.event({ type: 'payout_link.created', data: presentPayoutLink(link) });
  draft.write(
    create(PayoutLinkEntity, link),
    ...linkReferenceWrites(link),
    scheduleWork(payoutLinkWork(link), expiresAt),
  );
  return link;
}
