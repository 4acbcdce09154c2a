import { reply } from '../../../../contract/reply.ts';
import { ServiceError } from '../../../../ground/errors/service-error.ts';
import { inCurrency } from '../../../../ground/money/token-amount.ts';
import { refuseUnknown } from '../../../../ground/table/known-values.ts';
import { create, replace } from '../../../../ground/table/writes.ts';
import { refuseSuspended } from '../../../../identity/refuse-suspended.ts';
import { decideAndCommit, replyOf } from '../../../../journal/commit/decide.ts';
import type { JournalDraft } from '../../../../journal/commit/draft.ts';
import type { Execution } from '../../../../journal/commit/execution.ts';
import type { Runtime } from '../../../../ports/runtime.ts';
import { linkRef } from '../../../links/link.ts';
import { findPayment, foundPayment } from '../../../payments/find-payment.ts';
import { linkOfPayment, type Payment, PaymentEntity, paymentRef } from '../../../payments/payment.ts';
import { receiveMoney } from '../../../payments/receive-money.ts';
import { crypto } from '../crypto.ts';
import { placeOf } from './crypto-method.ts';
import { presentReceipt } from './present-receipt.ts';
import { type Receipt, ReceiptEntity, receiptRef } from './receipt.ts';
import { openMs } from './reserved-amount.ts';
import { type TakenTransfer, TakenTransferEntity, takenRef, transferId } from './taken-transfer.ts';

interface Assignment {
  readonly receiptId: string;
  /** The id of the payment, or its `externalId`. */
  readonly paymentId: string;
}

/**
 * Assigns the money of a receipt to a payment (design-second-half, Checkout, crypto). The transfer is claimed across
 * all organizations, so that it counts only once. Assigning it again to the same payment changes nothing.
 * @throws ServiceError NOT_FOUND; ACCOUNT_BLOCKED; CONFLICT for a transfer that is assigned to another payment;
 * BAD_REQUEST for a payment in anything but this token, and for less than a minor unit of its currency or more than it
 * can hold
 */
export async function assignReceipt(
  runtime: Runtime,
  organizationId: string,
  { receiptId, paymentId: id }: Assignment,
  execution: Execution,
) {
  const wanted = receiptRef(organizationId, receiptId);
  const known = foundReceipt(await runtime.store.get(wanted));
  const { paymentId } = await findPayment(runtime.store, organizationId, id);
  const suffix = runtime.ids.suffix(runtime.clock());
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: {
        receipt: wanted,
        payment: paymentRef(organizationId, paymentId),
        taken: takenRef(placeOf(known.livemode, known), known),
      },
      lookUps: [linkRef(organizationId, linkOfPayment(paymentId))],
      decide: ({ organization, receipt: found, payment, taken }, draft) => {
        refuseSuspended(organization);
        const receipt = foundReceipt(found);
        const assigned = isAssignedTo(receipt, paymentId)
          ? receipt
          : assign(draft, receipt, foundPayment(payment), taken, suffix);
        return { reply: reply(200, presentReceipt(assigned)), resourceId: receiptId };
      },
    },
    execution,
  );
  return replyOf(outcome);
}

function foundReceipt(found: Receipt | undefined): Receipt {
  if (!found) throw new ServiceError('NOT_FOUND', 'no such receipt');
  refuseUnknown(ReceiptEntity, found);
  return found;
}

function isAssignedTo({ assignedTo, paymentId: on }: Receipt, paymentId: string): boolean {
  return assignedTo === paymentId || on === paymentId;
}

function assign(
  draft: JournalDraft,
  receipt: Receipt,
  payment: Payment,
  taken: TakenTransfer | undefined,
  suffix: string,
): Receipt {
  refuseUnknown(PaymentEntity, payment);
  refuseTaken(receipt, taken);
  refuseOther(receipt, payment);
  const { organizationId, receiptId, token, chain, hash, logIndex, madeAt, livemode } = receipt;
  const amount = inCurrency(receipt.amount, token, payment.currency);
  if (amount === 0n)
    throw new ServiceError('BAD_REQUEST', `the receipt is less than the smallest unit of ${payment.currency}`);
  const late = madeAt > (payment.restUntil ?? Date.parse(payment.createdAt) + openMs);
  const { paymentId } = receiveMoney(draft, payment, amount, suffix, {
    externalId: transferId(receipt),
    chain,
    hash,
    madeAt,
    late,
  });
  const { mode } = placeOf(livemode, receipt);
  const assigned: Receipt = {
    ...receipt,
    status: 'assigned',
    assignedTo: payment.paymentId,
    paymentId,
    updatedAt: draft.timestamp,
  };
  draft.write(
    create(TakenTransferEntity, { mode, chain, hash, logIndex, version: 1, organizationId, paymentId, receiptId }),
    replace(ReceiptEntity, assigned),
  );
  return assigned;
}

/** Refuses a transfer that was already used. The error reveals nothing about another organization. */
function refuseTaken({ organizationId, receiptId, paymentId }: Receipt, taken: TakenTransfer | undefined): void {
  const own = taken?.organizationId === organizationId ? taken : undefined;
  // The items of a commit become visible one by one. Throwing repeats the decision on a consistent read.
  if (paymentId === undefined && own?.receiptId === receiptId) throw new Error('the receipt was read too early');
  const on = paymentId ?? own?.paymentId;
  if (on !== undefined) throw new ServiceError('CONFLICT', `the transfer already belongs to a payment: ${on}`);
  if (taken) throw new ServiceError('CONFLICT', 'the transfer was used elsewhere');
}

/** A simulated payment follows its own charge and has no transfers. */
function refuseOther({ token }: Receipt, { method, reserved }: Payment): void {
  if (method.kind !== crypto.kind) throw new ServiceError('BAD_REQUEST', `the payment is made by ${method.kind}`);
  if (method.token !== token) throw new ServiceError('BAD_REQUEST', `the payment is in ${method.token}`);
  const isSimulated = reserved === undefined && method.hash === undefined;
  if (isSimulated) throw new ServiceError('BAD_REQUEST', 'the payment was simulated');
}
