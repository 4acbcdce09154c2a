import { ServiceError } from '../../ground/errors/service-error.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { readAmount } from '../../ground/money/read-amount.ts';
import { UnknownValue } from '../../ground/table/known-values.ts';
import { disputeStatuses, type Payment, PaymentEntity } from '../payments/payment.ts';
import type { RefundRequest } from './refund-request.ts';
import { refundable } from './refundable.ts';

/** The maximum number of refunds per payment. A payment is always read and announced together with all its refunds. */
export const mostRefunds = 100;

/**
 * Returns the amount that a request refunds, in base units.
 * @param refundedKinds the methods whose payments can be refunded, by kind
 * @throws ServiceError REFUND_NOT_ALLOWED, REFUND_DISPUTED, REFUND_IN_PROGRESS, REFUND_EXCEEDS_REMAINING; BAD_REQUEST
 * when there are too many refunds; VALIDATION_ERROR for more decimal places than the currency has
 * @throws UnknownValue for a dispute in a status that this release does not know
 */
export function refundAmount(
  payment: Payment,
  { amount: text }: Pick<RefundRequest, 'amount'>,
  refundedKinds: ReadonlyMap<string, unknown>,
): bigint {
  const amount = text === undefined ? undefined : readAmount(text, payment.currency);
  refuseUnfit(payment, refundedKinds);
  const left = refundable(payment);
  const wanted = amount ?? left;
  if (wanted <= 0n || wanted > left) {
    const rest = formatAmount(left > 0n ? left : 0n, payment.currency);
    throw new ServiceError('REFUND_EXCEEDS_REMAINING', `${rest} ${payment.currency} can still be refunded`, {
      ...(left > 0n && {
        resolution: `Refund at most ${rest} ${payment.currency}, or omit amount to refund the rest.`,
      }),
    });
  }
  return wanted;
}

function refuseUnfit(payment: Payment, refundedKinds: ReadonlyMap<string, unknown>): void {
  const { status, method, disputes, refunds, refunding } = payment;
  if (status !== 'paid') throw new ServiceError('REFUND_NOT_ALLOWED', `the payment is ${status}`);
  if (!refundedKinds.has(method.kind) || payment.externalId === undefined) {
    const kinds = [...refundedKinds.keys()].join(' and ');
    throw new ServiceError('REFUND_NOT_ALLOWED', `only ${kinds} payments can be refunded`);
  }
  if (disputes.some((dispute) => !disputeStatuses.includes(dispute.status))) {
    throw new UnknownValue(PaymentEntity, 'status of a dispute');
  }
  if (disputes.some((dispute) => dispute.status === 'open')) {
    throw new ServiceError('REFUND_DISPUTED', 'a dispute of the payment is open');
  }
  if (refunding) throw new ServiceError('REFUND_IN_PROGRESS', 'another refund of the payment has no outcome yet');
  if (refunds.length >= mostRefunds) {
    // This is not REFUND_NOT_ALLOWED, because the payment could be refunded if it had room for another refund.
    throw new ServiceError('BAD_REQUEST', `the payment already has ${refunds.length} refunds`);
  }
}
