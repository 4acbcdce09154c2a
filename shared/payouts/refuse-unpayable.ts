import { ServiceError } from '../errors/service-error.ts';
import type { Organization } from '../organizations/organization.ts';
import { refuseSuspended } from '../organizations/refuse-suspended.ts';
import type { Recipient } from '../recipients/recipient.ts';

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
