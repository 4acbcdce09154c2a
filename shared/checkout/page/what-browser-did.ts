import type { Store } from '../../ground/table/store.ts';
import { browserHash, openAttemptRead } from '../attempts/attempt.ts';
import { bankSlot } from '../attempts/open-transfer.ts';
import { paidByBrowserRead } from '../attempts/paid-by-browser.ts';
import { cryptoSlot } from '../crypto/known-attempt.ts';
import type { Link } from '../links/link.ts';
import { type Payment, PaymentEntity } from '../payments/payment.ts';

/** What one browser has done on a link. */
export interface BrowserOnLink {
  /** It has begun to pay by card, and may finish. */
  readonly hasOpenAttempt: boolean;
  /** Its last payment, if it has made one. */
  readonly paid?: Payment | undefined;
}

/**
 * Finds what a browser has begun and paid on a link, by each method. A browser that has paid nothing costs one call.
 * @param browser its cookie, or the id of the view that it submitted
 */
export async function whatBrowserDid(
  store: Pick<Store, 'getAll' | 'getMany'>,
  link: Link,
  browser: string,
): Promise<BrowserOnLink> {
  const { organizationId } = link;
  const byCard = { organizationId, linkId: link.linkId, browser: browserHash(browser) };
  const { open, card, bank, crypto } = await store.getAll({
    open: openAttemptRead(byCard),
    card: paidByBrowserRead(byCard),
    bank: openAttemptRead(bankSlot(link, browser)),
    crypto: openAttemptRead(cryptoSlot(link, browser)),
  });
  const named = [card?.paymentId, bank?.attemptId, crypto?.attemptId, crypto?.paid?.attemptId];
  const keys = named.flatMap((paymentId) => (paymentId === undefined ? [] : { organizationId, paymentId }));
  const payments = await store.getMany(PaymentEntity, keys);
  const [paid] = payments.filter(isPaid).sort((one, other) => (madeAt(one) < madeAt(other) ? 1 : -1));
  return { hasOpenAttempt: open !== undefined, paid };
}

/** A payment by card that is pending is with the acquirer; any other waits for money. */
function isPaid({ paidAt, status, method }: Payment): boolean {
  return paidAt !== undefined || (method.kind === 'card' && status === 'pending');
}

/** When its buyer paid. */
export function madeAt({ paidAt, createdAt }: Pick<Payment, 'paidAt' | 'createdAt'>): string {
  return paidAt ?? createdAt;
}
