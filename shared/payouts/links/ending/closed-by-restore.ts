import { timeOfId } from '../../../ground/time/ids.ts';
import { isOlder, type RestoredTable } from '../../payout/restored-table.ts';
import type { PayoutLink } from '../payout-link.ts';

/**
 * Whether a restore has closed an open link: it was created before the restore point, and may have been canceled or
 * claimed in the lost time. Nobody can claim it any more. If an approval creates it again, it has its previous id, with
 * the time of the vote.
 */
export function isClosed({ status, payoutLinkId, createdAt }: Dated, restored: RestoredTable | undefined): boolean {
  return status === 'open' && isOlder(Math.min(timeOfId(payoutLinkId), Date.parse(createdAt)), restored);
}

type Dated = Pick<PayoutLink, 'status' | 'payoutLinkId' | 'createdAt'>;

/** How soon a link that a restore keeps open is examined again. */
export const keptOpenMs = 10 * 60 * 1000;

/** Whether it must also stay open: until the restore is settled, a payout that is written back may still claim it. */
export function isKeptOpen(link: Dated, restored: RestoredTable | undefined): boolean {
  return isClosed(link, restored) && restored?.settledAt === undefined;
}
