import type { OpenAttempt } from './attempt.ts';

/** A press of "Pay by bank" or "Pay by crypto", or of "Another payment". */
export interface Press {
  /** When the view was made that the browser submits, milliseconds. */
  readonly seenAt: number;
  /** The buyer was shown a payment of which only a part had come, and wants another one. */
  readonly another?: boolean | undefined;
}

/**
 * The payment that a view of a link's page is about. A view that was made before the browser paid, or before it began another
 * payment beside short money, stays about the earlier one: the back button asks nobody for a second amount, and "I have sent it"
 * looks for what was asked for on that page.
 * @param seenAt when the view was made, milliseconds
 */
export function paymentOfView({ attemptId, paid, left }: OpenAttempt, seenAt: number): string {
  const isBeforePaid = paid !== undefined && seenAt <= paid.at;
  // A view that was made after a payment was paid showed that, and is not about it.
  const showedPaid = paid !== undefined && paid.attemptId === left?.attemptId && seenAt > paid.at;
  const isBeforeLeft = left !== undefined && seenAt < left.at && !showedPaid;
  if (isBeforePaid && isBeforeLeft) return paid.at < left.at ? paid.attemptId : left.attemptId;
  if (isBeforePaid) return paid.attemptId;
  return isBeforeLeft ? left.attemptId : attemptId;
}

/**
 * What a press is about. "Another payment" pressed again, from the same page, is about the payment that it has begun.
 * @returns `leaves` where it asks to begin beside that payment, if any of its money came
 */
export function pressedOn(open: OpenAttempt, { seenAt, another = false }: Press) {
  const { left } = open;
  if (!another) return { attemptId: paymentOfView(open, seenAt), seenAt, leaves: false };
  const hasLeft = left !== undefined && seenAt < left.at;
  const asOf = hasLeft ? left.at : seenAt;
  return { attemptId: hasLeft ? paymentOfView(open, asOf) : open.attemptId, seenAt: asOf, leaves: !hasLeft };
}
