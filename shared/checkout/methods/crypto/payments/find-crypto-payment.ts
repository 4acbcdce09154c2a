import { refuseUnknown } from '../../../../ground/table/known-values.ts';
import type { Runtime } from '../../../../ports/runtime.ts';
import { openAttemptRef } from '../../../attempts/attempt.ts';
import { paymentOfView } from '../../../attempts/transfer-of-view.ts';
import type { Link } from '../../../links/link.ts';
import { type Payment, PaymentEntity, paymentRef } from '../../../payments/payment.ts';
import { isShort } from '../../../payments/short-money.ts';
import type { CryptoAttempt } from './create-crypto-payment.ts';
import { cryptoMethodOf, placeOf } from './crypto-method.ts';
import { asksForMissing, cryptoSlot, hasMoney, isReservedFor } from './known-attempt.ts';
import { type OtherTransfer, otherTransfersTo } from './other-transfers.ts';
import { reservedRef } from './reserved-amount.ts';

export type FoundCrypto =
  /** The full amount has arrived. */
  | { readonly received: Payment }
  /** Part or all of the money is missing. */
  | {
      /**
       * The amount that is still requested. Absent once its time is over, although money that was sent in time is still
       * credited.
       */
      readonly open?: CryptoAttempt | undefined;
      /** Set if part of the money has arrived. */
      readonly short?: Payment | undefined;
      /** Transfers to the address that do not match the exact amount of any attempt. */
      readonly others?: readonly OtherTransfer[];
    };

/**
 * Finds the outcome of a browser's last attempt to pay a link by crypto. Opens no attempt, because a buyer who reports
 * having sent an amount must not be shown another one. Does not read the chain.
 * @param seenAt when the submitted view was created, in milliseconds
 * @returns undefined for a browser that has not started
 * @throws UnknownValue for a payment in a status of a later release
 */
export async function findCryptoPayment(
  { store, clock }: Pick<Runtime, 'store' | 'clock'>,
  link: Link,
  browser: string,
  seenAt: number,
): Promise<FoundCrypto | undefined> {
  const slot = await store.get(openAttemptRef(cryptoSlot(link, browser)));
  const payment = slot && (await store.get(paymentRef(link.organizationId, paymentOfView(slot, seenAt))));
  if (!payment) return undefined;
  refuseUnknown(PaymentEntity, payment);
  const short = isShort(payment) ? payment : undefined;
  if (hasMoney(payment) && !short) return { received: payment };
  const others = await otherTransfersTo(store, link, payment);
  return { open: await askedFor(store, link, payment, clock()), short, others };
}

async function askedFor(
  store: Pick<Runtime['store'], 'get'>,
  link: Link,
  payment: Payment,
  now: number,
): Promise<CryptoAttempt | undefined> {
  const { paymentId, reserved: amount } = payment;
  const method = cryptoMethodOf(link);
  if (!method || amount === undefined || !asksForMissing(payment)) return undefined;
  const reservation = await store.get(reservedRef(placeOf(link.livemode, method), amount));
  if (!isReservedFor(reservation, payment) || reservation.openUntil <= now) return undefined;
  const { token, chain, address } = method;
  return { paymentId, token, chain, address, amount, until: reservation.openUntil };
}
