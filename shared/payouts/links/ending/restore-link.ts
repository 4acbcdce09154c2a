import { ServiceError } from '../../../ground/errors/service-error.ts';
import { create, replace } from '../../../ground/table/writes.ts';
import type { JournalDraft } from '../../../journal/commit/draft.ts';
import type { LostPayout, RestoreOrigin } from '../../lifecycle/restore-payout.ts';
import { type PayoutLink, PayoutLinkEntity, payoutLinkRef } from '../payout-link.ts';
import { linkReferenceWrites } from '../payout-link-reference.ts';
import { presentPayoutLink } from '../present-payout-link.ts';
import { endPayoutLink } from './end-payout-link.ts';
import { type LinkMemo, readLinkMemo } from './link-memo.ts';

/**
 * Writes a lost payout back together with the link that was claimed for it. A link that is open in the table releases
 * its hold, like a claim. A link that was canceled or expired since the restore has already released it, and becomes
 * claimed, because it was paid. A lost link is written again as claimed. The request that created the link is answered
 * with it, without its address.
 * @throws ServiceError CONFLICT if only a person can decide what is right
 */
export const restoreLink: RestoreOrigin = (draft, lost, payBack) => {
  const { organizationId, key: payoutId } = lost.record;
  const { payoutLinkId = '', linkMemo } = lost.told;
  const memo = readLinkMemo(linkMemo);
  if (!memo) throw new ServiceError('CONFLICT', "the rail's record of the payout link cannot be read");
  const found = draft.lookUp(payoutLinkRef(organizationId, payoutLinkId));
  const claimedIn = draft.nextSequence;
  const claimed = found
    ? claimFound(draft, found, { ...claimantOf(payoutId, memo), approvalId: lost.told.approvalId })
    : writeLost(draft, lostLink(draft, lost, memo));
  payBack([claimedIn]);
  return { resourceId: payoutLinkId, status: 201, body: presentPayoutLink(claimed) };
};

/** Who claimed, through which address: it may have been renewed in the lost time. */
type Claimant = Pick<PayoutLink, 'payoutId' | 'claimedBy' | 'tokenHash' | 'tokensMade' | 'approvalId'>;

function claimantOf(payoutId: string, { claimedBy, tokenHash, tokensMade }: LinkMemo): Omit<Claimant, 'approvalId'> {
  return { payoutId, claimedBy, tokenHash, tokensMade };
}

function claimFound(draft: JournalDraft, link: PayoutLink, claimant: Claimant): PayoutLink {
  if (link.status === 'open') return endPayoutLink(draft, link, 'claimed', claimant);
  if (link.status === 'claimed') {
    const isTorn = link.payoutId === claimant.payoutId;
    const hint = isTorn ? ': the restore has its claim in part, so check shows first what is there' : '';
    throw new ServiceError('CONFLICT', `the payout link was claimed, as ${link.payoutId}${hint}`);
  }
  // Ending it took back what it had counted under the daily threshold.
  const claimed: PayoutLink = { ...link, ...claimant, status: 'claimed', counted: 0n, updatedAt: draft.timestamp };
  const { canceledBecause: _, ...kept } = claimed;
  announce(draft, kept);
  draft.write(replace(PayoutLinkEntity, kept));
  return kept;
}

function writeLost(draft: JournalDraft, link: PayoutLink): PayoutLink {
  announce(draft, link);
  draft.write(create(PayoutLinkEntity, link), ...linkReferenceWrites(link));
  return link;
}

function announce(draft: JournalDraft, link: PayoutLink): void {
  draft.event({ type: 'payout_link.claimed', data: presentPayoutLink(link), payoutId: link.payoutId });
}

function lostLink(draft: JournalDraft, { record, told }: LostPayout, memo: LinkMemo): PayoutLink {
  const { organizationId, key: payoutId, destinationAmount, destinationCurrency } = record;
  const { payoutLinkId = '', sourceAmount, sourceCurrency, given, approvalId } = told;
  const { country, held, amountLeg, ...kept } = memo;
  const paid =
    amountLeg === 'source'
      ? { amount: sourceAmount, currency: sourceCurrency }
      : { amount: destinationAmount, currency: destinationCurrency };
  return {
    ...kept,
    ...paid,
    amountLeg,
    organizationId,
    payoutLinkId,
    payoutId,
    approvalId,
    given,
    version: 1,
    status: 'claimed',
    countries: [country],
    hold: { amount: held, currency: sourceCurrency },
    counted: 0n,
    ledgerPositions: [],
    livemode: draft.livemode,
    updatedAt: draft.timestamp,
  };
}
