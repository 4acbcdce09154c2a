import type { Applied, PaymentNews } from './applied.ts';
import type { Payment, PaymentStatus } from './payment.ts';

type Dispute = Payment['disputes'][number];

/** The statuses of payments whose money was taken. Only refunds and disputes change them. */
const taken: readonly PaymentStatus[] = ['paid', 'refunded', 'charged_back', 'reversed'];

/**
 * Applies a change of a payment's refunds or disputes. The refunded and reversed amounts and the status are recomputed
 * from all refunds and disputes, so that the result does not depend on how often or in which order the charge was read.
 * @param told returns the announcement of the change itself, given the payment after it
 */
export function applyChange(
  applied: Applied,
  changed: Payment,
  told: (payment: Payment) => readonly PaymentNews[] = () => [],
): Applied {
  const payment: Payment = { ...changed, ...standingOf(changed) };
  const news = told(payment);
  const isMore = payment.reversed > applied.payment.reversed;
  const isUntold = news.length === 0 && isOther(applied.payment, payment);
  const reversal: PaymentNews[] = isMore || isUntold ? [{ type: 'checkout_payment.reversed', payment }] : [];
  return { ...applied, payment, news: [...applied.news, ...news, ...reversal] };
}

/** Every new status or reversed amount is announced, including one in which a dispute returned part of the money. */
function isOther(before: Payment, after: Payment): boolean {
  return after.status !== before.status || after.reversed !== before.reversed;
}

/**
 * Returns the state of a payment after its refunds and disputes. If its money was not taken, the state stays unchanged.
 * Refunds count first, and lost disputes reverse at most the amount that was not refunded.
 */
export function standingOf(payment: Payment): Pick<Payment, 'status' | 'refunded' | 'reversed'> {
  const { status, amount } = payment;
  if (!taken.includes(status)) return { status, refunded: payment.refunded, reversed: payment.reversed };
  const refunded = smaller(refundsOf(payment), amount);
  const reversed = smaller(lostOf(payment), amount - refunded);
  return { status: statusOf(payment, refunded, reversed), refunded, reversed };
}

/** A payment is `charged_back` if none of the disputes that took money could have been contested. */
function statusOf(payment: Payment, refunded: bigint, reversed: bigint): PaymentStatus {
  if (refunded === payment.amount) return 'refunded';
  if (reversed === 0n) return 'paid';
  const wasContestable = payment.disputes.some((dispute) => hasTaken(dispute) && isContestable(payment, dispute));
  return wasContestable ? 'reversed' : 'charged_back';
}

/** Earlier releases did not store `contestable`. The status of the payment is then the only evidence. */
function isContestable({ status }: Payment, { contestable }: Dispute): boolean {
  return contestable ?? status !== 'charged_back';
}

/** Returns the base units returned by refunds, without a cap. */
function refundsOf({ refunds }: Payment): bigint {
  return refunds.reduce((sum, { status, amount }) => (status === 'succeeded' ? sum + amount : sum), 0n);
}

/** Returns the base units taken by lost disputes, without a cap. */
function lostOf({ disputes }: Payment): bigint {
  return disputes.reduce((sum, dispute) => (hasTaken(dispute) ? sum + dispute.taken : sum), 0n);
}

function hasTaken({ status, taken }: Dispute): boolean {
  return status === 'lost' && taken > 0n;
}

/** Returns one sentence for each way in which refunds and disputes together moved more than the payment's amount. */
export function excessesOf(payment: Payment): string[] {
  const { amount, disputes, status } = payment;
  const refunded = refundsOf(payment);
  const lost = lostOf(payment);
  const sum = `${refunded} base units were refunded and ${lost} taken by lost disputes, of ${amount}`;
  const doubtful = disputes.filter((dispute) => dispute.status === 'open' || hasTaken(dispute));
  const about = doubtful.map(({ disputeId }) => `the dispute ${disputeId} is about a refunded payment`);
  return [...(status === 'refunded' ? about : []), ...(refunded + lost > amount ? [sum] : [])];
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
