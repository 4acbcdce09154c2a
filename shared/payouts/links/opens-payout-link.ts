import type { PageToken } from '../../contract/page-token.ts';
import { type RestoredTable, restoredTableRead } from '../payout/restored-table.ts';
import { isClosed } from './ending/closed-by-restore.ts';
import { type PayoutLink, payoutLinkRead } from './payout-link.ts';

/** What the token of a payout link's page opens. The link's status determines whether the page shows anything. */
export const opensPayoutLink = {
  idPrefix: 'pl',
  read: ({ organizationId, resourceId }: PageToken) => payoutLinkRead(organizationId, resourceId),
  tokenHash: ({ tokenHash }: PayoutLink) => tokenHash,
  closing: {
    read: restoredTableRead,
    closes: (restored: RestoredTable | undefined, link: PayoutLink) => isClosed(link, restored),
  },
};
