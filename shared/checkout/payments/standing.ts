import type { Applied, PaymentNews } from './applied.ts';
import type { Payment, PaymentStatus } from './payment.ts';

type Dispute = Payment['disputes'][number];

/** The statuses that only refunds and disputes change. */
const taken: readonly PaymentStatus[] = ['paid', 'refunded', 'charged_back', 'reversed'];

/**
 * Applies a change of a payment's refunds or disputes. The refunded and reversed amounts and the status are recomputed
 * from all of them, so that the result is the same however often and in whatever order the charge was read.
 * @param told the announcement of the change itself, with the payment after it
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

/** Every new state is announced, including one in which a dispute returned part of what it took. */
function isOther(before: Payment, after: Payment): boolean {
  return after.status !== before.status || after.reversed !== before.reversed;
}

/**
 * The state of a payment after its refunds and disputes, if its money was taken; otherwise it stays unchanged. Refunds
 * count first. Lost disputes reverse at most what was not refunded.
 */
export function standingOf(payment: Payment): Pick<Payment, 'status' | 'refunded' | 'reversed'> {
  const { status, amount } = payment;
  if (!taken.includes(status)) return { status, refunded: payment.refunded, reversed: payment.reversed };
  const refunded = smaller(refundsOf(payment), amount);
  const reversed = smaller(lostOf(payment), amount - refunded);
  return { status: statusOf(payment, refunded, reversed), refunded, reversed };
}

/** A payment is `charged_back` if nothing that was taken could have been contested. */
function statusOf(payment: Payment, refunded: bigint, reversed: bigint): PaymentStatus {
  if (refunded === payment.amount) return 'refunded';
  if (reversed === 0n) return 'paid';
  const wasContestable = payment.disputes.some((dispute) => hasTaken(dispute) && isContestable(payment, dispute));
  return wasContestable ? 'reversed' : 'charged_back';
}

/** An earlier release did not store this. The status of the payment is then the only evidence. */
function isContestable({ status }: Payment, { contestable }: Dispute): boolean {
  return contestable ?? status !== 'charged_back';
}

/** Base units returned by refunds, without a cap. */
function refundsOf({ refunds }: Payment): bigint {
  return refunds.reduce((sum, { status, amount }) => (status === 'succeeded' ? sum + amount : sum), 0n);
}

/** Base units taken by lost disputes, without a cap. */
function lostOf({ disputes }: Payment): bigint {
  return disputes.reduce((sum, dispute) => (hasTaken(dispute) ? sum + dispute.taken : sum), 0n);
}

function hasTaken({ status, taken }: Dispute): boolean {
  return status === 'lost' && taken > 0n;
}

/**
 * One sentence for each way in which the acquirer moved more than the payment's amount, considering refunds and
 * disputes.
 */
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
