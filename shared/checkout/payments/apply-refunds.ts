import { sha256Hex } from '../../ground/signatures/canonical.ts';
import type { ChargeRefund } from '../../ports/card-acquirer.ts';
import { type Applied, type ApplyPart, applyEach } from './applied.ts';
import { type Refund, recordRefund } from './record-refund.ts';

/**
 * Applies a charge's refunds, including those made directly at the acquirer. A refund whose call has no answer yet is
 * left to its intent. A refund that is missing from the reading stays, because the charge may have been read before the
 * refund was made.
 */
export const applyRefunds: ApplyPart = (applied, { refunds }, at, mostNews) =>
  applyEach(applied, refunds, mostNews, (state, refund) => applyRefund(state, refund, at));

function applyRefund(applied: Applied, said: ChargeRefund, at: string): Applied {
  const { refunding, refunds } = applied.payment;
  if (refunding && refunding.refundId === said.refundId) return applied;
  const stored = refunds.find((one) => one.refundId === said.refundId || one.externalId === said.externalId);
  if (!stored) return recordRefund(applied, madeAtAcquirer(said, at));
  if (stored.amount !== said.amount) return differing(applied, stored, said);
  const { status, externalId } = said;
  switch (`${stored.status} ${status}`) {
    case 'pending succeeded':
    case 'pending failed':
    case 'succeeded failed':
      return recordRefund(applied, { ...stored, externalId, status, updatedAt: at });
    case 'failed succeeded':
      return differing(applied, stored, said);
    // An unchanged or older reading is ignored, and so is a status that only a later release knows.
    default:
      return applied;
  }
}

/** The id is derived from the acquirer's id, so that a second reading finds the refund. */
function madeAtAcquirer({ refundId, externalId, status, amount }: ChargeRefund, at: string): Refund {
  const id = refundId ?? `re_${sha256Hex(externalId).slice(0, 25)}`;
  return { refundId: id, externalId, status, amount, createdAt: at, updatedAt: at };
}

function differing(applied: Applied, stored: Refund, said: ChargeRefund): Applied {
  const { refundId, amount, status } = stored;
  const difference = `the refund ${refundId} is ${said.status} with ${said.amount} base units, and was ${status} with ${amount}`;
  return { ...applied, differences: [...applied.differences, difference] };
}
