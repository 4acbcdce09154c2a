import { endedPayoutWrite } from '../../connections/open-payout.ts';
import { replace } from '../../ground/table/writes.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { RailStatus } from '../../ports/payout-rail.ts';
import { releaseCaps } from '../caps/consume-caps.ts';
import { creditReturned, holdFunds } from '../funding/hold-money.ts';
import { countPayout } from '../payout/count-payout.ts';
import { type Payout, PayoutEntity } from '../payout/payout.ts';
import { presentPayoutEvent } from '../payout/present-payout.ts';
import { isTerminal, type ShownStatus, stepsBetween } from '../payout/transitions.ts';

/** Why a payout failed or was returned, and whether its money came back. */
type Failure = Pick<Payout, 'failureCode' | 'fundsReturned'>;

/**
 * Moves a payout to the status that its rail reports: one event per transition, and a ledger row if the money came
 * back. Late, duplicate and impossible reports change nothing (specification, States and transitions, Payout).
 * @returns whether anything changed
 */
export function movePayout(draft: JournalDraft, payout: Payout, railStatus: RailStatus): boolean {
  if (railStatus.status === 'unknown') return false;
  const steps = stepsBetween(payout.status, railStatus.status);
  if (steps.length === 0) return false;
  const moved = steps.reduce(
    (current, status) => transition(draft, current, status, failureOf(status, railStatus)),
    payout,
  );
  draft.write(replace(PayoutEntity, moved));
  return true;
}

/**
 * Makes one transition of a payout: its event, the return to the balance if the money came back, and the return to the
 * caps if the new status is terminal.
 * @returns the payout after the transition, which the caller has to write
 */
export function transition(draft: JournalDraft, payout: Payout, status: ShownStatus, told: Failure = {}): Payout {
  if (isTerminal(status)) releaseCaps(draft, payout);
  const { payoutId, batchId, connectionId } = payout;
  if (connectionId !== undefined && status !== 'processing') draft.write(endedPayoutWrite({ connectionId, payoutId }));
  const held = holdRefused(draft, payout, told);
  const failure = held ? { ...told, fundsReturned: false } : told;
  // The event of a deposit that returns the money is numbered first, and the payout's event after it.
  const returned = failure.fundsReturned ? giveBack(draft, payout) : [];
  const moved: Payout = {
    ...payout,
    ...held,
    ...failure,
    status,
    updatedAt: draft.timestamp,
    eventSequences: [...payout.eventSequences, draft.nextSequence],
    ledgerPositions: [...payout.ledgerPositions, ...returned],
  };
  draft.event({ type: `payout.${status}`, payoutId, ...(batchId && { batchId }), data: presentPayoutEvent(moved) });
  countPayout(draft, moved);
  return moved;
}

function failureOf(status: ShownStatus, railStatus: RailStatus): Failure {
  if (status === 'returned') return { failureCode: 'returned_by_bank', fundsReturned: true };
  if (railStatus.status !== 'failed') return {};
  return { failureCode: railStatus.failureCode, fundsReturned: railStatus.fundsReturned };
}

/**
 * Money that an organization has sent itself, for a recipient that screening refuses, is not added to the balance: it
 * may not even be at a treasury. It becomes a held deposit.
 * @returns the resulting changes of the payout, in that case
 */
function holdRefused(
  draft: JournalDraft,
  { funding, ...payout }: Payout,
  { failureCode, fundsReturned }: Failure,
): Pick<Payout, 'funding'> | undefined {
  if (!funding || failureCode !== 'compliance_rejected' || !fundsReturned) return undefined;
  holdFunds(draft, { ...payout, funding });
  return { funding: { ...funding, isHeld: true } };
}

/**
 * A return includes the fee. Money that the organization has sent itself was never in the balance, and becomes a
 * deposit.
 */
function giveBack(draft: JournalDraft, payout: Payout): string[] {
  const { payoutId, sourceAmount, sourceCurrency, fee, funding } = payout;
  if (funding) {
    creditReturned(draft, { ...payout, funding });
    return [];
  }
  return [draft.post({ type: 'payout_return', currency: sourceCurrency, amount: sourceAmount, fee, payoutId })];
}
