import type { Runtime } from '../../../ports/runtime.ts';
import { type CheckoutPaymentBody, presentPayment } from '../present-payment.ts';
import { type PageOf, readPayments } from './read-payments.ts';

/**
 * Lists the payments on a link (specification, List payments on a link).
 * @throws ServiceError NOT_FOUND, VALIDATION_ERROR
 */
export async function listCheckoutPayments(
  runtime: Pick<Runtime, 'store'>,
  organizationId: string,
  linkId: string,
  page: PageOf,
): Promise<{ data: CheckoutPaymentBody[]; nextCursor?: string }> {
  const { payments, nextCursor } = await readPayments(runtime, organizationId, linkId, page);
  return { data: payments.map(presentPayment), ...(nextCursor && { nextCursor }) };
}
