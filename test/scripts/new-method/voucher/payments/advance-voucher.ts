import { linkRef } from '../../../../../shared/checkout/links/link.ts';
import { linkOfPayment, type Payment, paymentRef } from '../../../../../shared/checkout/payments/payment.ts';
import { receiveMoney } from '../../../../../shared/checkout/payments/receive-money.ts';
import { decideAndCommit } from '../../../../../shared/journal/commit/decide.ts';
import type { ClaimedWork } from '../../../../../shared/journal/due/claim-work.ts';
import { cancelWork, type DueKey, rescheduleUpdate } from '../../../../../shared/journal/due/due-work.ts';
import { endClaim } from '../../../../../shared/journal/due/end-claim.ts';
import { withClaim } from '../../../../../shared/journal/due/with-claim.ts';
import type { Hint } from '../../../../../shared/ports/hint-queue.ts';
import type { WorkerRuntime } from '../../../../../shared/ports/runtime.ts';
import { network } from '../network.ts';

export const lookAgainMs = 30_000;

export function voucherWork({ organizationId, paymentId }: Pick<Payment, 'organizationId' | 'paymentId'>): DueKey {
  return { organizationId, kind: 'checkout', resourceId: paymentId.replace('pay_', 'vou_') };
}

/** Asks the kiosks whether a code was paid, and records the money. */
export function advanceVoucher(runtime: WorkerRuntime, hint: Hint): Promise<void> {
  return withClaim(runtime, hint, (work) => advanceClaimed(runtime, work));
}

async function advanceClaimed(runtime: WorkerRuntime, work: ClaimedWork): Promise<void> {
  const { organizationId, resourceId } = work;
  const wanted = paymentRef(organizationId, resourceId.replace('vou_', 'pay_'));
  const { externalId = '', paymentId = '' } = (await runtime.store.get(wanted)) ?? {};
  const amount = network.paid.get(externalId);
  if (amount === undefined) {
    await endClaim(runtime.store, work, rescheduleUpdate(work.claim, runtime.clock() + lookAgainMs));
    return;
  }
  const suffix = runtime.ids.suffix(runtime.clock());
  await decideAndCommit(runtime, {
    organizationId,
    reads: { payment: wanted },
    lookUps: [linkRef(organizationId, linkOfPayment(paymentId))],
    decide: ({ payment }, draft) => {
      if (payment?.status !== 'pending') return undefined;
      receiveMoney(draft, payment, amount, suffix);
      draft.write(cancelWork(work));
      return { reply: { status: 200, body: undefined } };
    },
  });
}
