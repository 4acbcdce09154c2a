import type { OpenAttempt } from './attempt.ts';

/** A press of "Pay by bank", "Pay by crypto" or "Another payment". */
export interface Press {
  /** When the submitted view was created, in milliseconds. */
  readonly seenAt: number;
  /** The buyer saw a partly received payment and wants a separate one. */
  readonly another?: boolean | undefined;
}

/**
 * Returns the payment that a view of a link's page belongs to. A view created before the browser paid, or before it
 * left a partly paid transfer for another one, still belongs to the earlier payment. So the back button never asks for
 * a second amount, and "I have sent it" looks for the amount shown on that page.
 * @param seenAt when the view was created, in milliseconds
 */
export function paymentOfView({ attemptId, paid, left }: OpenAttempt, seenAt: number): string {
  const isBeforePaid = paid !== undefined && seenAt <= paid.at;
  // A view created after a payment was completed showed it as paid, and does not belong to it.
  const showedPaid = paid !== undefined && paid.attemptId === left?.attemptId && seenAt > paid.at;
  const isBeforeLeft = left !== undefined && seenAt < left.at && !showedPaid;
  if (isBeforePaid && isBeforeLeft) return paid.at < left.at ? paid.attemptId : left.attemptId;
  if (isBeforePaid) return paid.attemptId;
  return isBeforeLeft ? left.attemptId : attemptId;
}

/**
 * Returns what a press refers to. Pressing "Another payment" again on the same page refers to the payment that the
 * first press started.
 * @returns `leaves` when the press asks for another payment although some money for the current one has arrived
 */
export function pressedOn(open: OpenAttempt, { seenAt, another = false }: Press) {
  const { left } = open;
  if (!another) return { attemptId: paymentOfView(open, seenAt), seenAt, leaves: false };
  const hasLeft = left !== undefined && seenAt < left.at;
  const asOf = hasLeft ? left.at : seenAt;
  return { attemptId: hasLeft ? paymentOfView(open, asOf) : open.attemptId, seenAt: asOf, leaves: !hasLeft };
}
