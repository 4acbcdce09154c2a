import { cursorAt, positionOf } from '../../../contract/lists/cursor.ts';
import { readNamed } from '../../../ground/table/read-named.ts';
import { readUpTo } from '../../../ground/table/read-up-to.ts';
import type { Store } from '../../../ground/table/store.ts';
import type { Runtime } from '../../../ports/runtime.ts';
import { foundLink } from '../../links/find-link.ts';
import { linkRef } from '../../links/link.ts';
import { type Payment, PaymentEntity, paymentPartition } from '../payment.ts';
import {
  paymentAt,
  positionInList,
  type RecordedPayment,
  RecordedPaymentEntity,
  recordedPartition,
} from './recorded-payment.ts';

export interface PageOf {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

interface PaymentsPage {
  readonly payments: readonly Payment[];
  /** Cursor of the next page. Absent on the last page. */
  readonly nextCursor?: string | undefined;
  /** Returns the cursor of a page that starts after a payment. */
  readonly cursorBehind: (payment: Payment) => string;
}

/**
 * Reads a page of the payments on a link, newest first. A payment keeps its position, so that a reader who pages
 * through the list sees each payment once even while others pay.
 * @throws ServiceError NOT_FOUND for an unknown link; VALIDATION_ERROR for a cursor of another list
 * @throws KeysLeftUnread
 */
export async function readPayments(
  { store }: Pick<Runtime, 'store'>,
  organizationId: string,
  linkId: string,
  { cursor, limit }: PageOf,
): Promise<PaymentsPage> {
  const scope = { list: `payments ${linkId} as recorded`, organizationId };
  const after = cursor === undefined ? undefined : positionOf(scope, cursor);
  const on = { organizationId, linkId };
  const [link, { payments, next }] = await Promise.all([
    store.get(linkRef(organizationId, linkId)),
    readPage(store, on, { after, limit }),
  ]);
  foundLink(link);
  return {
    payments,
    nextCursor: next && cursorAt(scope, next),
    cursorBehind: (payment) => cursorAt(scope, positionInList(payment)),
  };
}

interface OnLink {
  readonly organizationId: string;
  readonly linkId: string;
}

interface Rows {
  readonly after?: string | undefined;
  readonly limit: number;
}

interface Page {
  readonly payments: readonly Payment[];
  readonly next?: string | undefined;
}

/** After this many queries a page may be returned incomplete. Its reader continues with the next page. */
const queriesPerPage = 5;

/**
 * Payments are read together with their positions. More of them are read than fit on a page, because most buyers finish
 * roughly in the order in which they start. Payments of the page that were not among them are read afterwards.
 */
async function readPage(store: Store, { organizationId, linkId }: OnLink, { after, limit }: Rows): Promise<Page> {
  // One more position than the limit shows whether there is a next page.
  const positions = {
    partition: recordedPartition(organizationId, linkId),
    newestFirst: true,
    after,
    limit: limit + 1,
  };
  const begun = after && paymentAt(after);
  const payments = {
    partition: paymentPartition(organizationId, linkId),
    newestFirst: true,
    after: begun,
    limit: 2 * limit,
  };
  const [{ items }, likely] = await Promise.all([
    readUpTo(store, RecordedPaymentEntity, positions, { queries: queriesPerPage, items: limit + 1 }),
    readUpTo(store, PaymentEntity, payments, { queries: queriesPerPage, items: limit }),
  ]);
  const wanted = items.slice(0, limit);
  const last = items.length > limit ? wanted.at(-1) : undefined;
  return { payments: await paymentsOf(store, wanted, likely.items), next: last && positionInList(last) };
}

/** The maximum number of keys that one call reads. */
const keysPerCall = 100;

/**
 * While a commit is in progress, a position may briefly be visible before its payment, so the payment is read again.
 */
async function paymentsOf(
  store: Store,
  wanted: readonly RecordedPayment[],
  likely: readonly Payment[],
): Promise<Payment[]> {
  const found = new Map(likely.map((payment) => [payment.paymentId, payment]));
  const missing = wanted.filter(({ paymentId }) => !found.has(paymentId));
  for (let start = 0; start < missing.length; start += keysPerCall) {
    const payments = await readNamed(store, PaymentEntity, missing.slice(start, start + keysPerCall));
    for (const payment of payments) found.set(payment.paymentId, payment);
  }
  return wanted.flatMap(({ paymentId }) => found.get(paymentId) ?? []);
}
