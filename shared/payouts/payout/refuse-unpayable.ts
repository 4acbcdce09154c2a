import { type Recipient, RecipientEntity } from '../../corridors/recipients/recipient.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { refuseUnknown } from '../../ground/table/known-values.ts';
import type { Organization } from '../../identity/organization.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';

/**
 * Refuses a payout of a suspended organization or to a blocked or retired recipient. Decisions call it on what they read, because
 * both may have changed since the request was admitted.
 * @throws ServiceError ACCOUNT_BLOCKED, PAYOUT_REFUSED
 * @throws UnknownValue for a status of either that this release does not know
 */
export function refuseUnpayable(organization: Organization, recipient: Recipient): void {
  refuseSuspended(organization);
  refuseUnknown(RecipientEntity, recipient);
  if (recipient.status === 'active') return;
  throw new ServiceError('PAYOUT_REFUSED', 'payouts to this recipient are refused');
}
