import type { Applied, PaymentNews } from './applied.ts';
import type { Payment, PaymentStatus } from './payment.ts';

type Dispute = Payment['disputes'][number];

/** The statuses among which refunds and disputes alone decide. */
const taken: readonly PaymentStatus[] = ['paid', 'refunded', 'charged_back', 'reversed'];

/**
 * Takes over a change of a payment's refunds or disputes. What was refunded and reversed, and the status, are computed
 * from all of them again, so that a payment shows the same however often, and in whatever order, its charge was read.
 * @param told the news of the change itself, about the payment as it is then
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

/** Every standing is told, also one in which a dispute has given back some of what it took. */
function isOther(before: Payment, after: Payment): boolean {
  return after.status !== before.status || after.reversed !== before.reversed;
}

/**
 * What refunds and disputes have made of a payment that was taken; otherwise it stands as it is. Refunds count first.
 * Lost disputes reverse at most what was not refunded.
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

/** An earlier release did not store it: then the payment's status is all that is known. */
function isContestable({ status }: Payment, { contestable }: Dispute): boolean {
  return contestable ?? status !== 'charged_back';
}

/** Base units that refunds gave back, uncapped. */
function refundsOf({ refunds }: Payment): bigint {
  return refunds.reduce((sum, { status, amount }) => (status === 'succeeded' ? sum + amount : sum), 0n);
}

/** Base units that lost disputes took, uncapped. */
function lostOf({ disputes }: Payment): bigint {
  return disputes.reduce((sum, dispute) => (hasTaken(dispute) ? sum + dispute.taken : sum), 0n);
}

function hasTaken({ status, taken }: Dispute): boolean {
  return status === 'lost' && taken > 0n;
}

/** A sentence for each way in which the acquirer moved more than the payment was, as far as refunds and disputes tell. */
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
