import type { ChargeDispute } from '../../ports/card-acquirer.ts';
import { type Applied, type ApplyPart, applyEach } from './applied.ts';
import type { Payment } from './payment.ts';
import { disputeNews } from './transitions.ts';

/**
 * Applies a charge's disputes. An open one is not announced, and an inquiry is none. What a lost one, or a chargeback,
 * took is reversed, as far as it was not refunded or reversed before.
 */
export const applyDisputes: ApplyPart = (applied, { disputes }, at, mostNews) =>
  applyEach(applied, disputes, mostNews, (state, dispute) => applyDispute(state, dispute, at));

function applyDispute(applied: Applied, dispute: ChargeDispute, at: string): Applied {
  const { payment } = applied;
  const { disputeId, status, taken } = dispute;
  const stored = payment.disputes.find((one) => one.disputeId === disputeId);
  const news = disputeNews(stored?.status, status);
  if (news === 'older') return applied;
  const isFinal = status === 'won' || status === 'lost';
  if (news === 'contradictory' || (news === 'known' && isFinal && stored?.taken !== taken)) {
    const said = `the dispute ${disputeId} is ${status} with ${taken} base units taken`;
    return differing(applied, `${said}, and was ${stored?.status} with ${stored?.taken}`);
  }
  const next = { ...stored, disputeId, status, taken, openedAt: stored?.openedAt ?? at };
  const known = withDispute(payment, isFinal && news === 'forward' ? { ...next, closedAt: at } : next);
  if (news === 'known' || status === 'inquiry' || status === 'won') return { ...applied, payment: known };
  const disputed = { ...applied, payment: known };
  const noticed =
    payment.status === 'refunded'
      ? differing(disputed, `the dispute ${disputeId} is about a refunded payment`)
      : disputed;
  return status === 'lost' ? reverse(noticed, dispute) : noticed;
}

function withDispute(payment: Payment, dispute: Payment['disputes'][number]): Payment {
  const isStored = payment.disputes.some(({ disputeId }) => disputeId === dispute.disputeId);
  const disputes = isStored
    ? payment.disputes.map((one) => (one.disputeId === dispute.disputeId ? dispute : one))
    : [...payment.disputes, dispute];
  return { ...payment, disputes };
}

/** What was refunded is not reversed as well: more that was taken is a loss that a person must see. */
function reverse(applied: Applied, { disputeId, taken, contestable }: ChargeDispute): Applied {
  const { payment } = applied;
  const left = payment.amount - payment.refunded - payment.reversed;
  const reversed = taken < left ? taken : left;
  const checked =
    reversed === taken
      ? applied
      : differing(applied, `the dispute ${disputeId} took ${taken} base units, of which ${left} were left`);
  if (payment.status === 'refunded' || (reversed === 0n && payment.status !== 'paid')) return checked;
  const status = payment.status === 'paid' ? (contestable ? 'reversed' : 'charged_back') : payment.status;
  const next: Payment = { ...payment, status, reversed: payment.reversed + reversed };
  return { ...checked, payment: next, news: [...checked.news, { type: 'checkout_payment.reversed', payment: next }] };
}

function differing(applied: Applied, difference: string): Applied {
  return { ...applied, differences: [...applied.differences, difference] };
}
