import { isPaused } from '../../connections/token-pause.ts';
import { measurement } from '../../ground/metrics/catalog.ts';
import { metricFields } from '../../ground/metrics/embed.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { inToken } from '../../ground/money/token-amount.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { replace } from '../../ground/table/writes.ts';
import { decideAndCommit } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { dueRef } from '../../journal/due/due-work.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { releaseCaps } from '../caps/consume-caps.ts';
import { pauseUnsound } from '../funding/pause-unsound.ts';
import { fundOrWait, takingLookUps } from '../funding/take-funds.ts';
import { awaitingWork } from '../funding/watch.ts';
import { endAwaiting } from '../lifecycle/end-awaiting.ts';
import { isComplete, type SelfFundedPayout } from '../payout/funding.ts';
import { priceOfFunds } from '../payout/funding-price.ts';
import { type Payout, PayoutEntity } from '../payout/payout.ts';
import { isInDoubt, restoredTableRef } from '../payout/restored-table.ts';
import { laterPrice } from './later-price.ts';
import { isWithinBounds, type LaterPrice } from './price-now.ts';

/**
 * Funds a payout whose money is there and could not fund it when it was recorded: it arrived after the price had
 * expired, the token was paused, or the daily limit of the connection was used up. Money that was sent for a quote is
 * paid at its price, other late money is priced again, and the payout is sent if enough arrives. Otherwise it fails,
 * and its money is a held deposit.
 * @returns false if it has to wait for its token, for operators to allow it, or for a restore to be settled
 * @throws ChainSilent, and those of `laterPrice`
 */
export async function fundComplete(
  runtime: Runtime<'prices' | 'depositChain'>,
  payout: SelfFundedPayout,
): Promise<boolean> {
  const { organizationId, payoutId, funding } = payout;
  if (await isPaused(runtime, funding)) return false;
  await pauseUnsound(runtime, funding, funding.sinceBlock);
  const isOwn = priceOfFunds(funding) === 'own';
  const price = isOwn ? undefined : await laterPrice(runtime, payout);
  let isWaiting = false;
  let isLimited = false;
  await decideAndCommit(runtime, {
    organizationId,
    reads: { payout: refTo(PayoutEntity, { organizationId, payoutId }) },
    lookUps: [restoredTableRef, dueRef(awaitingWork(payout)), ...takingLookUps(payout, runtime.clock())],
    decide: ({ payout: found }: { readonly payout: Payout | undefined }, draft) => {
      if (found?.status !== 'awaiting_funds' || !found.funding || !isComplete(found.funding)) return undefined;
      const current = { ...found, funding: found.funding };
      const restored = draft.lookUpUnchecked(restoredTableRef);
      const isDoubtful = isInDoubt(current, restored);
      const hasChanged = (priceOfFunds(current.funding) === 'own') !== isOwn;
      isWaiting = (isDoubtful && restored?.settledAt === undefined) || hasChanged;
      if (isWaiting) return undefined;
      const payable = isDoubtful ? undefined : isOwn ? current : price && atLaterPrice(current, price);
      const written = payable && pay(draft, current, payable);
      isLimited = written?.funding?.isOverLimit ?? false;
      isWaiting = written?.status === 'awaiting_funds';
      if (written === current) return undefined;
      if (written) draft.write(replace(PayoutEntity, written));
      else endAwaiting(draft, current, 'failed', { failureCode: 'quote_expired', fundsReturned: false });
      return { reply: { status: 200, body: undefined }, resourceId: payoutId };
    },
  });
  if (isLimited) reportLimited(runtime, payout);
  return !isWaiting;
}

/**
 * If a later price takes less than was counted, the difference is returned to the caps of its day. A surplus is held. A
 * payout that has to wait keeps its price, and is priced again with the next attempt.
 * @returns the payout, which the caller has to write unless it is unchanged
 */
function pay(draft: JournalDraft, counted: SelfFundedPayout, payable: SelfFundedPayout): SelfFundedPayout {
  const funded = fundOrWait(draft, { ...payable, updatedAt: draft.timestamp });
  if (funded.status === 'awaiting_funds') {
    const isNew = funded.funding.isOverLimit && !counted.funding.isOverLimit;
    return isNew ? { ...counted, funding: { ...counted.funding, isOverLimit: true } } : counted;
  }
  const saved = counted.sourceAmount - payable.sourceAmount;
  if (saved > 0n) releaseCaps(draft, { ...counted, sourceAmount: saved });
  return funded;
}

/** Reported each time, so that the alarm lasts as long as money waits. */
function reportLimited(
  { log, clock }: Pick<Runtime, 'log' | 'clock'>,
  { organizationId, payoutId, funding: { connectionId, token, amount } }: SelfFundedPayout,
): void {
  log.error('a payout is above the limit of what its connection funds in a day', {
    organizationId,
    payoutId,
    connectionId,
    amount: formatAmount(amount, token),
    ...metricFields(clock(), measurement('FundingLimited', 1)),
  });
}

/**
 * A payout with a price that was determined after its own had expired, limited by what was counted for the payout.
 * @returns undefined if too little would arrive, or too much would be taken
 */
function atLaterPrice(payout: SelfFundedPayout, price: LaterPrice): SelfFundedPayout | undefined {
  if (!isWithinBounds(payout, price)) return undefined;
  const { sourceAmount, destinationAmount, fee, rate } = price;
  const amount = inToken(sourceAmount, payout.sourceCurrency, payout.funding.token);
  return { ...payout, sourceAmount, destinationAmount, fee, rate, funding: { ...payout.funding, amount } };
}
