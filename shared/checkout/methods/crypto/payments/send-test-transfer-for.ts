import type { Runtime } from '../../../../ports/runtime.ts';
import { openAttemptRead } from '../../../attempts/attempt.ts';
import { paymentOfView } from '../../../attempts/transfer-of-view.ts';
import type { Link } from '../../../links/link.ts';
import { paymentRead } from '../../../payments/payment.ts';
import { cryptoMethodOf, placeOf } from './crypto-method.ts';
import { asksForMissing, cryptoSlot, isReservedFor } from './known-attempt.ts';
import { reservedRead } from './reserved-amount.ts';

/**
 * Sends exactly what a browser's open attempt asks for on the sandbox's chain, as its buyer would: once for an amount,
 * however often it is asked for. It counts when it is final.
 * @param seenAt when the view was made whose button was pressed, milliseconds
 * @returns false where the browser has no open attempt that waits for money, and for links that are no test
 * @throws whatever the chain throws while it is silent
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
  const open = await store.get(openAttemptRead(cryptoSlot(link, browser)));
  const payment = open && (await store.get(paymentRead(organizationId, paymentOfView(open, seenAt))));
  if (payment?.reserved === undefined || !asksForMissing(payment)) return false;
  const { paymentId, reserved: amount } = payment;
  const reservation = await store.get(reservedRead(placeOf(livemode, method), amount));
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
