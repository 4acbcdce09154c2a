import type { ChargeDispute } from '../../ports/card-acquirer.ts';
import { type Applied, type ApplyPart, applyEach } from './applied.ts';
import type { Payment } from './payment.ts';
import { applyChange } from './standing.ts';
import { disputeNews } from './transitions.ts';

type Dispute = Payment['disputes'][number];

/**
 * Applies a charge's disputes. Only the money that a lost dispute took is announced. A dispute that is missing from the
 * reading stays.
 */
export const applyDisputes: ApplyPart = (applied, { disputes }, at, mostNews) =>
  applyEach(applied, disputes, mostNews, (state, dispute) => applyDispute(state, dispute, at));

/** If the status is unchanged, the amount taken is that of the last reading. */
function applyDispute(applied: Applied, { disputeId, status, taken, contestable }: ChargeDispute, at: string): Applied {
  const { payment } = applied;
  const stored = payment.disputes.find((one) => one.disputeId === disputeId);
  const news = disputeNews(stored?.status, status);
  if (news === 'older') return applied;
  if (news === 'contradictory') {
    const difference = `the dispute ${disputeId} is ${status}, and was ${stored?.status}`;
    return { ...applied, differences: [...applied.differences, difference] };
  }
  const isClosed = news === 'forward' && (status === 'won' || status === 'lost');
  const openedAt = stored?.openedAt ?? at;
  const next = { ...stored, disputeId, status, taken, contestable, openedAt, ...(isClosed && { closedAt: at }) };
  return applyChange(applied, { ...payment, disputes: withDispute(payment, next) });
}

function withDispute({ disputes }: Payment, dispute: Dispute): Dispute[] {
  const isStored = disputes.some(({ disputeId }) => disputeId === dispute.disputeId);
  if (!isStored) return [...disputes, dispute];
  return disputes.map((one) => (one.disputeId === dispute.disputeId ? dispute : one));
}
