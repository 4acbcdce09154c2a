import { removeIf, replace } from '../ground/table/writes.ts';
import type { JournalDraft } from '../journal/commit/draft.ts';
import { dueRef } from '../journal/due/due-work.ts';
import { type Approval, ApprovalEntity, approvalWork } from './approval.ts';
import { refuseAltered } from './content.ts';
import { presentApproval } from './present-approval.ts';
import { type ApprovalEnd, approvalTransitions } from './transitions.ts';

/**
 * Ends an approval: releases its hold, emits its event and removes its due work. A worker that has claimed the work
 * finds the approval changed.
 * @returns the ended approval, and the sequence of its event
 * @throws AlteredApproval; its hold is then not released
 */
export function endApproval(
  draft: JournalDraft,
  approval: Approval,
  status: ApprovalEnd,
  outcome: Partial<Pick<Approval, 'votes' | 'payoutId' | 'payoutLinkId' | 'failureReason'>> = {},
): { readonly ended: Approval; readonly sequence: number } {
  const { approvalId, hold } = approval;
  refuseAltered(approval);
  if (!approvalTransitions[approval.status].includes(status)) {
    throw new Error(`${approvalId} cannot go from ${approval.status} to ${status}`);
  }
  const released = hold
    ? [draft.post({ type: 'hold_release', currency: hold.currency, amount: hold.amount, approvalId })]
    : [];
  const ended: Approval = {
    ...approval,
    ...outcome,
    status,
    ...(approval.ledgerPositions && { ledgerPositions: [...approval.ledgerPositions, ...released] }),
    updatedAt: draft.timestamp,
  };
  const sequence = draft.nextSequence;
  const { payoutId } = ended;
  draft.event({ type: `payout_approval.${status}`, data: presentApproval(ended), ...(payoutId && { payoutId }) });
  draft.write(replace(ApprovalEntity, ended), removeIf(dueRef(approvalWork(approval)), {}));
  return { ended, sequence };
}
