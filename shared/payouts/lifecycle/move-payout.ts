import { replace } from '../../ground/table/writes.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { RailStatus } from '../../ports/payout-rail.ts';
import { releaseCaps } from '../caps/consume-caps.ts';
import { type Payout, PayoutEntity } from '../payout/payout.ts';
import { presentPayoutEvent } from '../payout/present-payout.ts';
import { isTerminal, type PayoutStatus, stepsBetween } from '../payout/transitions.ts';

/** How a payout ended badly. */
type Failure = Pick<Payout, 'failureCode' | 'fundsReturned'>;

/**
 * Moves a payout by what its rail says: one event a transition, and the money back in the ledger where it came back. Late,
 * duplicate and impossible reports change nothing (specification, States and transitions, Payout).
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
 * One step of a payout: its event, what comes back to the balance, and what comes back to the caps when it ends for good.
 * @returns the payout as it is then, still to be written
 */
export function transition(draft: JournalDraft, payout: Payout, status: PayoutStatus, failure: Failure = {}): Payout {
  if (isTerminal(status)) releaseCaps(draft, payout);
  const moved: Payout = {
    ...payout,
    ...failure,
    status,
    updatedAt: draft.timestamp,
    eventSequences: [...payout.eventSequences, draft.nextSequence],
    ledgerPositions: failure.fundsReturned
      ? [...payout.ledgerPositions, giveBack(draft, payout)]
      : payout.ledgerPositions,
  };
  draft.event({ type: `payout.${status}`, payoutId: payout.payoutId, data: presentPayoutEvent(moved) });
  return moved;
}

function failureOf(status: PayoutStatus, railStatus: RailStatus): Failure {
  if (status === 'returned') return { failureCode: 'returned_by_bank', fundsReturned: true };
  if (railStatus.status !== 'failed') return {};
  return { failureCode: railStatus.failureCode, fundsReturned: railStatus.fundsReturned };
}

/** A return gives the fee back too. */
function giveBack(draft: JournalDraft, { payoutId, sourceAmount, sourceCurrency, fee }: Payout): string {
  return draft.post({ type: 'payout_return', currency: sourceCurrency, amount: sourceAmount, fee, payoutId });
}
