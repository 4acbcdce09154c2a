import { cursorAt, positionOf } from '../../../contract/lists/cursor.ts';
import { readNamed } from '../../../ground/table/read-named.ts';
import { readUpTo } from '../../../ground/table/read-up-to.ts';
import type { Store } from '../../../ground/table/store.ts';
import type { Runtime } from '../../../ports/runtime.ts';
import { foundLink } from '../../links/find-link.ts';
import { linkRead } from '../../links/link.ts';
import { type Payment, PaymentEntity, paymentPartition } from '../payment.ts';
import { positionInList, RecordedPaymentEntity, recordedPartition } from './recorded-payment.ts';

export interface PageOf {
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
 * Reads a page of the payments on a link, the last recorded first. A payment keeps its position, so that a reader who goes from page
 * to page meets each once while others pay.
 * @throws ServiceError NOT_FOUND for an unknown link, VALIDATION_ERROR for a foreign cursor
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
    store.get(linkRead(organizationId, linkId)),
    readPage(store, on, { after, limit }),
  ]);
  foundLink(link);
  return {
    payments,
    nextCursor: next && cursorAt(scope, next),
    cursorBehind: (payment) => cursorAt(scope, placeOf(payment)),
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

/** Payments of an earlier release have no position. They are the oldest, and are sorted by their ids. */
function placeOf({ recordedIn, paymentId }: Payment): string {
  return recordedIn === undefined ? paymentId : positionInList({ recordedIn, paymentId });
}

async function readPage(store: Store, on: OnLink, { after, limit }: Rows): Promise<Page> {
  if (after?.startsWith('pay_')) return pageOf(await readEarlier(store, on, { after, limit }), limit);
  const partition = recordedPartition(on.organizationId, on.linkId);
  const range = { partition, newestFirst: true, after, limit: limit + 1 };
  const { items } = await readUpTo(store, RecordedPaymentEntity, range, { queries: queriesPerPage, items: limit + 1 });
  const wanted = items.slice(0, limit);
  if (items.length > limit) {
    const last = wanted.at(-1);
    return { payments: await paymentsOf(store, wanted), next: last && positionInList(last) };
  }
  const [payments, earlier] = await Promise.all([
    paymentsOf(store, wanted),
    readEarlier(store, on, { limit: limit - wanted.length }, wanted.length),
  ]);
  return pageOf({ ...earlier, payments: [...payments, ...earlier.payments] }, limit);
}

/** One payment more than the limit shows whether there is a next page. */
function pageOf({ payments, next }: Page, limit: number): Page {
  const last = payments[limit - 1];
  return payments.length > limit && last
    ? { payments: payments.slice(0, limit), next: placeOf(last) }
    : { payments, next };
}

/** After so many queries a page may be short, and its reader continues. */
const queriesPerPage = 5;
/** How many rows the queries after the first one examine. */
const examinedPerQuery = 1_000;

/**
 * Reads payments that have no position, one more than the limit. Most links have none of them, or nothing else.
 * @param others so many payments with a position are known: on a short link one query examines them, too
 */
async function readEarlier(
  store: Store,
  { organizationId, linkId }: OnLink,
  { after, limit }: Rows,
  others = 0,
): Promise<Page> {
  const partition = paymentPartition(organizationId, linkId);
  const range = { partition, newestFirst: true, after, limit: others + limit + 1 };
  const isEarlier = ({ recordedIn }: Payment) => recordedIn === undefined;
  const first = await readUpTo(store, PaymentEntity, range, { queries: 1 }, isEarlier);
  if (first.examinedTo === undefined || first.items.length > limit) return { payments: first.items };
  const further = { ...range, after: first.examinedTo, limit: examinedPerQuery };
  const bounds = { queries: queriesPerPage, items: limit + 1 - first.items.length };
  const { items, examinedTo } = await readUpTo(store, PaymentEntity, further, bounds, isEarlier);
  return { payments: [...first.items, ...items], next: examinedTo };
}

type Recorded = Parameters<typeof positionInList>[0] & { readonly organizationId: string };

/** Most keys that one call reads. */
const keysPerCall = 100;

async function paymentsOf(store: Store, recorded: readonly Recorded[]): Promise<Payment[]> {
  const payments: Payment[] = [];
  for (let start = 0; start < recorded.length; start += keysPerCall) {
    payments.push(...(await readNamed(store, PaymentEntity, recorded.slice(start, start + keysPerCall))));
  }
  return payments;
}

/** While a commit is under way, the position may be visible before its payment: for a moment, so it is read again. */
