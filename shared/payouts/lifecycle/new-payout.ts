import type { Recipient } from '../../corridors/recipients/recipient.ts';
import { endUsersOf } from '../caps/end-users.ts';
import type { PayoutRequest } from '../payout/payout-request.ts';
import type { PricedPayout } from '../pricing/price-payout.ts';
import type { NewPayout } from './debit-payout.ts';

type Requested = Pick<PayoutRequest, 'destinationAccountId' | 'reference' | 'endUserId' | 'purposeOfPayment'>;

/**
 * The fields of a new payout, from its request, its recipient and its price. The end user is the recipient's unless the
 * request names one.
 */
export function newPayout(
  payoutId: string,
  { destinationAccountId, reference, endUserId, purposeOfPayment }: Requested,
  recipient: Recipient,
  priced: PricedPayout,
): NewPayout {
  return {
    ...priced,
    payoutId,
    reference,
    purposeOfPayment,
    endUserId: endUserId ?? recipient.endUserId,
    endUsers: endUsersOf(recipient, endUserId),
    recipientId: recipient.recipientId,
    destinationAccountId,
  };
}
