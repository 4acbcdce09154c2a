import { refuseInitiator } from '../../../approvals/initiator.ts';
import { ServiceError } from '../../../ground/errors/service-error.ts';
import type { PayoutLink } from '../payout-link.ts';

/** What `initiatorReads` has read of whoever made a link. */
type Found = Parameters<typeof refuseInitiator>[1];

/**
 * Whether a link was made by a key that was revoked, or by a person who was removed or may not make links any more. A key that expired or
 * was rotated is not gone.
 */
export function isCreatorGone({ creator, createdAt, organizationVersion }: PayoutLink, found: Found): boolean {
  try {
    refuseInitiator({ kind: 'payout_link', initiator: creator, createdAt, organizationVersion }, found);
    return false;
  } catch (error) {
    if (error instanceof ServiceError && error.type === 'UNAUTHORIZED') return true;
    throw error;
  }
}
