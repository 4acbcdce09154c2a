import { ServiceError } from '../../../../ground/errors/service-error.ts';
import { sha256Hex } from '../../../../ground/signatures/canonical.ts';
import type { FoundAll } from '../../../../ground/table/store.ts';
import type { Outcome } from '../../../../journal/commit/commit.ts';
import type { JournalDraft } from '../../../../journal/commit/draft.ts';
import type { Runtime } from '../../../../ports/runtime.ts';
import { bankTransferRefs, bankTransferWrites, findBankTransfer } from '../../../../transfers/bank-transfer.ts';
import { paymentRef } from '../../../payments/payment.ts';
import { type CheckoutPaymentBody, presentPayment } from '../../../payments/present-payment.ts';
import { receiveMoney } from '../../../payments/receive-money.ts';
import { referenceRef } from '../../../payments/reference.ts';
import { bank } from '../bank.ts';

/** A transfer received with a payment reference. */
interface PaymentTransfer {
  readonly organizationId: string;
  /** The bank's id of the transfer. Each transfer is credited only once. */
  readonly externalId: string;
  readonly reference: string;
  readonly amount: bigint;
  readonly currency: string;
}

export function creditRefs({ organizationId, externalId, reference }: PaymentTransfer) {
  return { ...bankTransferRefs(externalId), known: referenceRef(organizationId, reference) };
}

/**
 * Credits a bank transfer to the payment with its reference (design-second-half, Checkout, bank).
 * @param suffix the end of the id of the additional payment that it becomes if the reference is already paid
 * @returns undefined if the transfer was already credited
 * @throws ServiceError NOT_FOUND for an unknown reference; BAD_REQUEST for another currency
 */
export function creditTransfer(
  draft: JournalDraft,
  { before, beforeByForm, known }: FoundAll<ReturnType<typeof creditRefs>>,
  transfer: PaymentTransfer,
  suffix: string,
): Outcome<{ status: 200; body: CheckoutPaymentBody }> | undefined {
  if (before || beforeByForm) return undefined;
  const { organizationId, externalId, amount, currency } = transfer;
  const payment = known && draft.lookUp(paymentRef(organizationId, known.paymentId));
  if (payment?.method.kind !== bank.kind) throw new ServiceError('NOT_FOUND', 'no payment has this reference');
  if (payment.currency !== currency) {
    throw new ServiceError('BAD_REQUEST', `currency: the payment is in ${payment.currency}`);
  }
  const credited = receiveMoney(draft, payment, amount, suffix);
  const { paymentId } = credited;
  draft.write(...bankTransferWrites({ externalId, organizationId, paymentId, hash: hashOf(transfer) }));
  return { reply: { status: 200, body: presentPayment(credited) }, resourceId: paymentId };
}

/**
 * Returns the current state of the payment to which a transfer was already credited, or undefined if it was not.
 * @throws ServiceError CONFLICT when the transfer was credited with other details, or is being credited now
 */
export async function transferCreditedBefore(
  { store }: Pick<Runtime, 'store'>,
  transfer: PaymentTransfer,
): Promise<CheckoutPaymentBody | undefined> {
  const found = await findBankTransfer(store, transfer.externalId);
  if (!found) return undefined;
  const { organizationId, depositId, paymentId } = found;
  if (paymentId === undefined || found.hash !== hashOf(transfer)) {
    throw new ServiceError(
      'CONFLICT',
      `this transfer was already credited: ${paymentId ?? depositId} of ${organizationId}`,
    );
  }
  const payment = await store.get(paymentRef(organizationId, paymentId));
  // The items of a commit become visible one by one, so the payment may not be visible yet.
  if (!payment) throw new ServiceError('CONFLICT', 'this transfer is being credited now');
  return presentPayment(payment);
}

function hashOf({ organizationId, reference, amount, currency }: PaymentTransfer): string {
  return sha256Hex(JSON.stringify([organizationId, reference, amount.toString(), currency]));
}
