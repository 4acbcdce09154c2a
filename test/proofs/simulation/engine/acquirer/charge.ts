import type { Charge, ChargeDispute, ChargeRefund } from '../../../../../shared/ports/card-acquirer.ts';

/** What happens to a charge at the acquirer. */
type Happening =
  | { readonly status: Charge['status'] }
  | { readonly fee: bigint }
  | { readonly dispute: ChargeDispute }
  /** Made at the acquirer: it is dropped if it does not fit then. */
  | { readonly foreignRefund: ChargeRefund }
  /** One that the acquirer has accepted. */
  | { readonly refund: ChargeRefund }
  | { readonly refundEnds: Pick<ChargeRefund, 'externalId' | 'status'> };

/** What happens, and when, milliseconds. */
export type Move = Happening & { readonly at: number };

/** A charge after everything that has happened to it until a time, with the time of what happens next. */
export function chargeAfter(base: Charge, moves: readonly Move[], ms: number): Charge {
  const inOrder = [...moves].sort((a, b) => a.at - b.at);
  const charge = inOrder.filter(({ at }) => at <= ms).reduce(moved, base);
  const next = [base.nextChangeAt, inOrder.find(({ at }) => at > ms)?.at].filter((at) => at !== undefined);
  const { nextChangeAt: _, ...now } = charge;
  return { ...now, ...(next.length > 0 && { nextChangeAt: Math.min(...next) }) };
}

function moved(charge: Charge, move: Move): Charge {
  if ('status' in move) return { ...charge, status: move.status };
  if ('fee' in move) return { ...charge, fee: move.fee };
  if ('refund' in move) return { ...charge, refunds: [...charge.refunds, move.refund] };
  if ('dispute' in move) {
    const others = charge.disputes.filter(({ disputeId }) => disputeId !== move.dispute.disputeId);
    return { ...charge, disputes: [...others, move.dispute] };
  }
  if ('foreignRefund' in move) {
    const { foreignRefund } = move;
    return fits(charge, foreignRefund.amount) ? { ...charge, refunds: [...charge.refunds, foreignRefund] } : charge;
  }
  const { externalId, status } = move.refundEnds;
  return {
    ...charge,
    refunds: charge.refunds.map((one) => (one.externalId === externalId ? { ...one, status } : one)),
  };
}

/** Whether so much can be refunded: nothing of a charge that is disputed, or was lost to a dispute. */
export function fits({ status, disputes, refunds, amount }: Charge, wanted: bigint): boolean {
  const isDisputed = disputes.some((dispute) => dispute.status === 'open' || dispute.status === 'lost');
  const given = refunds.filter((refund) => refund.status !== 'failed').reduce((sum, refund) => sum + refund.amount, 0n);
  return status === 'paid' && !isDisputed && given + wanted <= amount;
}
