import type { Recipient } from '../../corridors/recipients/recipient.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Organization } from '../../identity/organization.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';

/**
 * Checks inside the decision what was checked at the door: it may have changed since.
 * @throws ServiceError ACCOUNT_BLOCKED, PAYOUT_REFUSED
 */
export function refuseUnpayable(organization: Organization, recipient: Recipient): void {
  refuseSuspended(organization);
  if (recipient.status === 'blocked') {
    throw new ServiceError('PAYOUT_REFUSED', 'payouts to this recipient are refused');
  }
}
