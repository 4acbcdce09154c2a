import { cursorAt, positionOf } from '../../contract/cursor.ts';
import { readPage } from '../../ground/table/page.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { foundLink } from '../links/find-link.ts';
import { linkRead } from '../links/link.ts';
import { type Payment, PaymentEntity, paymentPartition } from './payment.ts';
import { type CheckoutPaymentBody, presentPayment } from './present-payment.ts';

interface PageOf {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

interface PaymentsPage {
  readonly payments: readonly Payment[];
  /** Where the next page starts; undefined on the last one. */
  readonly nextCursor?: string | undefined;
  /** The cursor of a page that starts behind a payment. */
  readonly cursorBehind: (payment: Payment) => string;
}

/**
 * Reads a page of the payments on a link, newest first.
 * @throws ServiceError NOT_FOUND for an unknown link, VALIDATION_ERROR for a foreign cursor
 */
export async function readPayments(
  { store }: Pick<Runtime, 'store'>,
  organizationId: string,
  linkId: string,
  { cursor, limit }: PageOf,
): Promise<PaymentsPage> {
  const scope = { list: `payments ${linkId}`, organizationId };
  const after = cursor === undefined ? undefined : positionOf(scope, cursor);
  const range = { partition: paymentPartition(organizationId, linkId), newestFirst: true, limit, after };
  const [link, { items, next }] = await Promise.all([
    store.get(linkRead(organizationId, linkId)),
    readPage(store, PaymentEntity, range, ({ paymentId }) => paymentId),
  ]);
  foundLink(link);
  return {
    payments: items,
    nextCursor: next && cursorAt(scope, next),
    cursorBehind: ({ paymentId }) => cursorAt(scope, paymentId),
  };
}

/**
 * Lists the payments on a link (specification, List payments on a link).
 * @throws ServiceError NOT_FOUND, VALIDATION_ERROR
 */
export async function listPayments(
  runtime: Pick<Runtime, 'store'>,
  organizationId: string,
  linkId: string,
  page: PageOf,
): Promise<{ data: CheckoutPaymentBody[]; nextCursor?: string }> {
  const { payments, nextCursor } = await readPayments(runtime, organizationId, linkId, page);
  return { data: payments.map(presentPayment), ...(nextCursor && { nextCursor }) };
}
