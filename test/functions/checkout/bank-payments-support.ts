import type { Link } from '../../../shared/checkout/links/link.ts';
import { createBankPayment } from '../../../shared/checkout/methods/bank/payments/bank-payment.ts';
import type { Payment } from '../../../shared/checkout/payments/payment.ts';
import { decideAndCommit, replyOf } from '../../../shared/journal/commit/decide.ts';
import type { TestService } from '../../support/service.ts';

/** Of a link that is paid by bank. */
export const byBank: Partial<Link> = { methods: [{ kind: 'bank', accountId: 'ca_1' }] };

/** An attempt to pay a link by bank, as a page opens it; its `externalId` is the payment reference. */
export async function bankPaymentOn(
  { runtime, clock }: Pick<TestService, 'runtime' | 'clock'>,
  link: Link,
): Promise<Payment & { readonly externalId: string }> {
  const suffix = runtime.ids.suffix(clock.now);
  const outcome = await decideAndCommit(runtime, {
    organizationId: link.organizationId,
    reads: {},
    decide: (_found, draft) => ({ reply: { status: 200, body: createBankPayment(draft, link, suffix) } }),
  });
  return replyOf(outcome).body;
}
