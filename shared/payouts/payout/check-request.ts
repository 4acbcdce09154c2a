import type { Recipient, RecipientMethod } from '../../corridors/recipients/recipient.ts';
import { refuseWallet } from '../../corridors/recipients/refuse-wallet.ts';
import { refuseNotPositive } from '../../ground/money/refuse-not-positive.ts';
import type { ApiKey } from '../../identity/api-key.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { methodOf, type Routed, routePayout } from '../pricing/price-payout.ts';
import { readExpected } from './expect-destination.ts';
import type { PayoutRequest } from './payout-request.ts';
import { refuseUnpayable } from './refuse-unpayable.ts';

/** A payout that has passed all checks and may be priced. */
export interface CheckedRequest extends Routed {
  readonly recipient: Recipient;
  readonly method: RecipientMethod;
}

interface Checked {
  /** The recipient that the account names, as it was read. */
  readonly found: Recipient | undefined;
  /** API keys that ask for the payout; none if a person does. */
  readonly keys: readonly ApiKey[];
}

/**
 * Every check of a payout that needs no price: of `POST payouts`, and of each line of a batch.
 * @throws ServiceError BAD_REQUEST (not positive), DESTINATION_ACCOUNT_NOT_FOUND, ACCOUNT_BLOCKED, PAYOUT_REFUSED,
 *   QUOTE_UNVERIFIABLE, and those of `refuseWallet` and `routePayout`
 * @throws UnknownValue
 */
export function checkRequest(
  runtime: Pick<Runtime<'prices'>, 'rails'>,
  organization: Organization,
  { found, keys }: Checked,
  request: PayoutRequest,
): CheckedRequest {
  refuseNotPositive(request);
  const { recipient, method } = methodOf(found, request);
  refuseUnpayable(organization, recipient);
  refuseWallet(organization, method, keys);
  const routed = routePayout(runtime, organization, method, request);
  readExpected(request.expectDestination, routed.corridor.currency);
  return { recipient, method, ...routed };
}
