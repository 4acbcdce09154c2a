import { inToken } from '../../ground/money/token-amount.ts';
import { read } from '../../ground/table/expressions.ts';
import { replace } from '../../ground/table/writes.ts';
import { decideAndCommit } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { dueRead } from '../../journal/due/due-work.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { releaseCaps } from '../caps/consume-caps.ts';
import { fundPayout } from '../funding/fund-payout.ts';
import { awaitingWork } from '../funding/watch.ts';
import { endAwaiting } from '../lifecycle/end-awaiting.ts';
import { isComplete, type SelfFundedPayout } from '../payout/funding.ts';
import { type Payout, PayoutEntity } from '../payout/payout.ts';
import { isInDoubt, restoredTableRead } from '../payout/restored-table.ts';
import { type LaterPrice, priceAgain } from './price-again.ts';

/**
 * Prices a payout whose money came after its price had ended, and sends it if enough arrives at the price of now. Otherwise it fails, and
 * its money is a held deposit.
 * @returns false where it has to wait, because a restore is not settled
 * @throws those of `priceAgain`
 */
export async function priceLate(runtime: Runtime<'prices'>, payout: SelfFundedPayout): Promise<boolean> {
  const { organizationId, payoutId } = payout;
  const price = await priceAgain(runtime, payout, payout.funding.isExact ?? false);
  let isWaiting = false;
  await decideAndCommit(runtime, {
    organizationId,
    reads: { payout: read(PayoutEntity, { organizationId, payoutId }) },
    lookUps: [restoredTableRead, dueRead(awaitingWork(payout))],
    decide: ({ payout: found }: { readonly payout: Payout | undefined }, draft) => {
      if (found?.status !== 'awaiting_funds' || !found.funding || !isComplete(found.funding)) return undefined;
      const current = { ...found, funding: found.funding };
      const restored = draft.lookUpUnchecked(restoredTableRead);
      const isDoubtful = isInDoubt(current, restored);
      isWaiting = isDoubtful && restored?.settledAt === undefined;
      if (isWaiting) return undefined;
      const repriced = price && !isDoubtful && atLaterPrice(current, price);
      if (repriced) payLate(draft, current, repriced);
      else endAwaiting(draft, current, 'failed', { failureCode: 'quote_expired', fundsReturned: false });
      return { reply: { status: 200, body: undefined }, resourceId: payoutId };
    },
  });
  return !isWaiting;
}

/** What a price takes less than was counted is given back to the caps of its day; what came beyond it is held. */
function payLate(draft: JournalDraft, payout: SelfFundedPayout, repriced: SelfFundedPayout): void {
  const saved = payout.sourceAmount - repriced.sourceAmount;
  if (saved > 0n) releaseCaps(draft, { ...payout, sourceAmount: saved });
  draft.write(replace(PayoutEntity, fundPayout(draft, { ...repriced, updatedAt: draft.timestamp })));
}

/**
 * A payout at a price that was made after its own had ended. What was counted for it bounds what it takes.
 * @returns undefined where too little would arrive, or too much would be taken
 */
function atLaterPrice(
  payout: SelfFundedPayout,
  { sourceAmount, destinationAmount, fee, rate }: LaterPrice,
): SelfFundedPayout | undefined {
  const { funding, sourceCurrency } = payout;
  if (sourceAmount > payout.sourceAmount) return undefined;
  if (!funding.isExact && destinationAmount < (funding.leastDestination ?? payout.destinationAmount)) return undefined;
  const amount = inToken(sourceAmount, sourceCurrency, funding.token);
  return { ...payout, sourceAmount, destinationAmount, fee, rate, funding: { ...funding, amount } };
}
