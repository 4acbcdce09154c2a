import type { Recipient } from '../../corridors/recipients/recipient.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Organization } from '../../identity/organization.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';

/**
 * Refuses a payout of a suspended organization or to a blocked recipient. Decisions call it on what they read, because
 * both may have changed since the request was admitted.
 * @throws ServiceError ACCOUNT_BLOCKED, PAYOUT_REFUSED
 */
export function refuseUnpayable(organization: Organization, recipient: Recipient): void {
  refuseSuspended(organization);
  if (recipient.status === 'blocked') {
    throw new ServiceError('PAYOUT_REFUSED', 'payouts to this recipient are refused');
  }
}
