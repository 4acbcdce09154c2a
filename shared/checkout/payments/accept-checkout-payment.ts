import { reply } from '../../contract/reply.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { refuseUnknown } from '../../ground/table/known-values.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { linkRef } from '../links/link.ts';
import { findPayment, foundPayment } from './find-payment.ts';
import { linkOfPayment, type Payment, PaymentEntity, paymentRef } from './payment.ts';
import { presentPayment } from './present-payment.ts';
import { isOpen, markPaid } from './receive-money.ts';

/**
 * Accepts a partly received payment: it becomes `paid` with the money that has arrived. A payment that is already paid
 * stays unchanged.
 * @param id of the payment, or its `externalId`
 * @throws ServiceError NOT_FOUND; BAD_REQUEST if no money has arrived or the payment has ended otherwise;
 * ACCOUNT_BLOCKED
 */
export async function acceptCheckoutPayment(
  runtime: Runtime,
  organizationId: string,
  id: string,
  execution: Execution,
) {
  const payment = await findPayment(runtime.store, organizationId, id);
  const { paymentId } = payment;
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { payment: paymentRef(organizationId, paymentId) },
      lookUps: [linkRef(organizationId, linkOfPayment(paymentId))],
      decide: ({ organization, payment: found }, draft) => {
        refuseSuspended(organization);
        const accepted = decideAcceptance(draft, foundPayment(found));
        return { reply: reply(200, presentPayment(accepted)), resourceId: paymentId };
      },
    },
    execution,
  );
  return replyOf(outcome);
}

function decideAcceptance(draft: JournalDraft, payment: Payment): Payment {
  refuseUnknown(PaymentEntity, payment);
  const { status, received = 0n } = payment;
  if (status === 'paid') return payment;
  if (!isOpen(payment)) throw new ServiceError('BAD_REQUEST', `the payment is ${status}`);
  if (received === 0n) throw new ServiceError('BAD_REQUEST', 'no money has arrived for the payment');
  return markPaid(draft, payment);
}
