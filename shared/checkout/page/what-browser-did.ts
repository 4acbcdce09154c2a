import type { FoundAll, Store } from '../../ground/table/store.ts';
import { browserHash, openAttemptRef, transferSlot } from '../attempts/attempt.ts';
import { paidByBrowserRef } from '../attempts/paid-by-browser.ts';
import type { Link } from '../links/link.ts';
import { followsCharges, methodKinds } from '../methods/methods.ts';
import { type Payment, PaymentEntity } from '../payments/payment.ts';
import { isShort } from '../payments/short-money.ts';

/** What one browser has done on a link. */
export interface BrowserActivity {
  /** The browser has started to pay by card, and can finish. */
  readonly hasOpenAttempt: boolean;
  /** The browser's last payment, if it has made one. */
  readonly paid?: Payment | undefined;
  /** The browser's partly received transfers. */
  readonly short?: readonly Payment[];
}

/**
 * Finds what a browser has started and paid on a link, by each method. For a browser that has paid nothing, this takes
 * one call.
 * @param browser its cookie, or the id of the view that it submitted
 */
export async function whatBrowserDid(
  store: Pick<Store, 'getAll' | 'getMany'>,
  link: Link,
  browser: string,
): Promise<BrowserActivity> {
  const { organizationId } = link;
  const byCard = { organizationId, linkId: link.linkId, browser: browserHash(browser) };
  const transfers = slotsOf(link, browser);
  const { open, charged, ...found } = await store.getAll({
    ...transfers,
    open: openAttemptRef(byCard),
    charged: paidByBrowserRef(byCard),
  });
  const slots = Object.values(found as FoundAll<typeof transfers>).flatMap((slot) => [
    slot?.attemptId,
    slot?.paid?.attemptId,
  ]);
  const named = [charged?.paymentId, ...slots];
  const keys = named.flatMap((paymentId) => (paymentId === undefined ? [] : { organizationId, paymentId }));
  const payments = await store.getMany(PaymentEntity, keys);
  const [paid] = payments.filter(isPaid).sort((one, other) => (madeAt(one) < madeAt(other) ? 1 : -1));
  return { hasOpenAttempt: open !== undefined, paid, short: payments.filter(isShort) };
}

/** Returns the keys under which the browser's transfers are stored, for every transfer method. */
function slotsOf(link: Link, browser: string): Readonly<Record<string, ReturnType<typeof openAttemptRef>>> {
  const transfers = methodKinds.filter((kind) => !followsCharges(kind));
  return Object.fromEntries(
    transfers.map((kind) => [`transfer by ${kind}`, openAttemptRef(transferSlot(kind, link, browser))]),
  );
}

/** A pending charge is being processed and counts as paid; any other pending payment waits for money. */
function isPaid({ paidAt, status, method }: Payment): boolean {
  return paidAt !== undefined || (followsCharges(method.kind) && status === 'pending');
}

/** Returns when the buyer paid. */
export function madeAt({ paidAt, createdAt }: Pick<Payment, 'paidAt' | 'createdAt'>): string {
  return paidAt ?? createdAt;
}
