import { validationError } from '../../ground/errors/service-error.ts';
import type { PayoutRail } from '../../ports/payout-rail.ts';

/** A `purposeOfPayment`, and the request field that contained it. */
interface GivenReason {
  readonly id: string | undefined;
  readonly path: 'purposeOfPayment' | 'paymentReason';
}

/**
 * Checks a reason against the catalog of the currency that is paid out (specification, List payment reasons). A request
 * without a reason is accepted.
 * @throws ServiceError VALIDATION_ERROR
 */
export function refuseUnknownReason(
  rail: Pick<PayoutRail, 'paymentReasons'> | undefined,
  currency: string,
  { id, path }: GivenReason,
): void {
  if (id === undefined || rail?.paymentReasons(currency)?.some((reason) => reason.id === id)) return;
  const message = `is not an id of the payment reasons for ${currency}`;
  throw validationError(
    [{ path, message, code: 'invalid_value' }],
    `Send an id that GET …/payment-reasons?currency=${currency} lists, or leave ${path} out.`,
  );
}
