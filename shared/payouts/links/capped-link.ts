import { comparableId } from '../caps/end-users.ts';
import type { CappedPayout } from '../caps/refuse-over-limits.ts';
import type { PayoutLink } from './payout-link.ts';

/** A link as the caps see it: by its hold. The recipient that it counts for is known when it is claimed. */
export function cappedLink(hold: PayoutLink['hold'], given: PayoutLink['given']): CappedPayout {
  const { endUserId } = given;
  const endUsers = endUserId === undefined ? [] : [comparableId(endUserId)];
  return { sourceAmount: hold.amount, sourceCurrency: hold.currency, given, endUsers };
}
