import type { PageToken } from '../../contract/page-token.ts';
import { type RestoredTable, restoredTableRef } from '../payout/restored-table.ts';
import { isClosed } from './ending/closed-by-restore.ts';
import { type PayoutLink, payoutLinkRef } from './payout-link.ts';

/** What the token of a payout link's page opens. The link's status determines whether the page shows anything. */
export const opensPayoutLink = {
  idPrefix: 'pl',
  read: ({ organizationId, resourceId }: PageToken) => payoutLinkRef(organizationId, resourceId),
  tokenHash: ({ tokenHash }: PayoutLink) => tokenHash,
  closing: {
    read: restoredTableRef,
    closes: (restored: RestoredTable | undefined, link: PayoutLink) => isClosed(link, restored),
  },
};
