import { refuseUnknown } from '../../ground/table/known-values.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { openAttemptRead } from '../attempts/attempt.ts';
import type { Link } from '../links/link.ts';
import { type Payment, PaymentEntity, paymentRead } from '../payments/payment.ts';
import { cryptoMethodOf, placeOf } from './crypto-method.ts';
import { cryptoSlot, hasMoney, isReservedFor, paymentOfView } from './known-attempt.ts';
import type { CryptoAttempt } from './open-crypto-payment.ts';
import { reservedRead } from './reserved-amount.ts';

export type FoundCrypto =
  | { readonly open: CryptoAttempt }
  /** Money came, if only some of it. */
  | { readonly received: Payment }
  /** The amount is this browser's no more. What was sent in time is credited all the same. */
  | { readonly ended: true };

/**
 * Finds what became of a browser's last attempt to pay a link by crypto. Opens none: whoever says that they have sent an
 * amount must not be shown another one. Asks no chain.
 * @param seenAt when the view was made that asks, milliseconds
 * @returns undefined for a browser that has not begun
 * @throws UnknownValue for a payment in a state of a later release
 */
export async function findCryptoPayment(
  { store, clock }: Pick<Runtime, 'store' | 'clock'>,
  link: Link,
  browser: string,
  seenAt: number,
): Promise<FoundCrypto | undefined> {
  const slot = await store.get(openAttemptRead(cryptoSlot(link, browser)));
  const payment = slot && (await store.get(paymentRead(link.organizationId, paymentOfView(slot, seenAt))));
  if (!payment) return undefined;
  refuseUnknown(PaymentEntity, payment);
  if (hasMoney(payment)) return { received: payment };
  const { paymentId, reserved: amount } = payment;
  const method = cryptoMethodOf(link);
  if (!method || amount === undefined) return { ended: true };
  const reservation = await store.get(reservedRead(placeOf(link.livemode, method), amount));
  if (!isReservedFor(reservation, payment) || reservation.openUntil <= clock()) return { ended: true };
  const { token, chain, address } = method;
  return { open: { paymentId, token, chain, address, amount, until: reservation.openUntil } };
}
