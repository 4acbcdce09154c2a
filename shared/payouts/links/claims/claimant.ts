import { createHash, timingSafeEqual } from 'node:crypto';
import type { PayoutLink } from '../payout-link.ts';

/**
 * Identifies the claiming browser: by its cookie or, without cookies, by the submitted view. The hash includes the
 * link's id, so that the hashes of one browser's links have nothing in common.
 * @param browser the value of the page's cookie, or the id of the view
 */
export function claimantHash({ organizationId, payoutLinkId }: LinkKey, browser: string): string {
  return createHash('sha256').update([organizationId, payoutLinkId, browser].join('\n')).digest('hex');
}

type LinkKey = Pick<PayoutLink, 'organizationId' | 'payoutLinkId'>;

/** Whether the browser has claimed the link. */
export function hasClaimed(link: LinkKey & Pick<PayoutLink, 'claimedBy'>, browser: string | undefined): boolean {
  if (browser === undefined || link.claimedBy === undefined) return false;
  return timingSafeEqual(Buffer.from(claimantHash(link, browser), 'hex'), Buffer.from(link.claimedBy, 'hex'));
}
