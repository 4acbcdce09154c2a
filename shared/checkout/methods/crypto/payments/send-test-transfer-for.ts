import type { Runtime } from '../../../../ports/runtime.ts';
import { openAttemptRef } from '../../../attempts/attempt.ts';
import { paymentOfView } from '../../../attempts/transfer-of-view.ts';
import type { Link } from '../../../links/link.ts';
import { paymentRef } from '../../../payments/payment.ts';
import { cryptoMethodOf, placeOf } from './crypto-method.ts';
import { asksForMissing, cryptoSlot, isReservedFor } from './known-attempt.ts';
import { reservedRef } from './reserved-amount.ts';

/**
 * Sends the exact amount of a browser's open attempt on the sandbox's chain, as its buyer would. Repeated calls send
 * each amount once. The transfer counts when it is final.
 * @param seenAt when the view with the pressed button was created, in milliseconds
 * @returns false if the browser has no open attempt that waits for money, or the link is live
 * @throws any error of a chain that does not answer
 */
export async function sendTestTransferFor(
  { rails, store, clock, ids }: Runtime<'testTransfers'>,
  link: Link,
  browser: string,
  seenAt: number,
): Promise<boolean> {
  const { organizationId, livemode } = link;
  const method = cryptoMethodOf(link);
  const testTransfers = livemode ? undefined : rails('sandbox')?.chain?.testTransfers;
  if (!method || !testTransfers) return false;
  const open = await store.get(openAttemptRef(cryptoSlot(link, browser)));
  const payment = open && (await store.get(paymentRef(organizationId, paymentOfView(open, seenAt))));
  if (payment?.reserved === undefined || !asksForMissing(payment)) return false;
  const { paymentId, reserved: amount } = payment;
  const reservation = await store.get(reservedRef(placeOf(livemode, method), amount));
  if (!isReservedFor(reservation, payment) || reservation.openUntil <= clock()) return false;
  const { token, chain, address } = method;
  await testTransfers.send(ids, {
    key: `attempt ${paymentId} ${amount}`,
    organizationId,
    token,
    chain,
    address,
    amount,
  });
  return true;
}
