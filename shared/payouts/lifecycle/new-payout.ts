import type { Recipient } from '../../corridors/recipients/recipient.ts';
import { vaultSlot } from '../../ports/connections.ts';
import { endUsersOf } from '../caps/end-users.ts';
import { type GivenFields, givenLast } from '../payout/given.ts';
import type { PricedPayout } from '../pricing/price-payout.ts';
import type { NewPayout } from './enter-payout.ts';

/** The data from which a payout is created, in addition to its recipient and its price. */
interface Requested {
  readonly payoutId: string;
  readonly destinationAccountId: string;
  readonly given: GivenFields;
}

/**
 * The fields of a new payout, from its request, its recipient and its price. The end user is the recipient's unless the
 * request names one.
 */
export function newPayout(
  { payoutId, destinationAccountId, given }: Requested,
  recipient: Recipient,
  priced: PricedPayout,
): NewPayout {
  return {
    ...priced,
    payoutId,
    given: givenLast({ endUserId: recipient.endUserId }, given),
    endUsers: endUsersOf(recipient, given.endUserId),
    recipientId: recipient.recipientId,
    destinationAccountId,
    slot: slotOf(recipient, destinationAccountId),
  };
}

/** The purpose of the connection that pays an account; undefined for a bank account, which no connection of the organization pays. */
function slotOf({ methods }: Recipient, accountId: string): string | undefined {
  const method = methods.find(({ destinationAccountId }) => destinationAccountId === accountId);
  return method?.kind === 'crypto' ? vaultSlot(method.recipientDetails.chain ?? '') : undefined;
}
