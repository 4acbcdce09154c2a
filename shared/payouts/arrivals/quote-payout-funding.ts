import { ServiceError } from '../../ground/errors/service-error.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { inToken } from '../../ground/money/token-amount.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { replace } from '../../ground/table/writes.ts';
import type { Organization } from '../../identity/organization.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import { dueRef, restartWork } from '../../journal/due/due-work.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { watchWrites } from '../funding/await-funds.ts';
import { awaitingWork, endOfSending, finalWithinMs, watchRef } from '../funding/watch.ts';
import { isComplete, type SelfFundedPayout } from '../payout/funding.ts';
import { type FundingQuote, missingFor } from '../payout/funding-price.ts';
import { selfFunded } from '../payout/get-payout-funding.ts';
import { type Payout, PayoutEntity } from '../payout/payout.ts';
import { type FundingQuoteBody, presentFundingQuote } from '../payout/present-funding-quote.ts';
import { refuseToAskFor } from '../payout/refuse-paused-token.ts';
import { isInDoubt, restoredTableRef } from '../payout/restored-table.ts';
import { isTerminal } from '../payout/transitions.ts';
import { quoteLifetimeMs } from '../quotes/quote.ts';
import { isWithinBounds, type LaterPrice, priceNow } from './price-now.ts';

type Quoted = { readonly status: 200; readonly body: FundingQuoteBody };

interface Found {
  readonly organization: Organization;
  readonly payout: Payout | undefined;
}

/** Limited because all quotes are kept with their payout, for money that is found later. */
const mostQuotes = 20;

/** A block's time may be this much earlier than the time at which its transactions were sent. Milliseconds. */
const blockLagMs = 15_000;

/**
 * Locks the current price for a payout that awaits the money of its organization, within what was counted for the
 * payout and what is expected to arrive. A previously locked price ends.
 * @throws ServiceError ACCOUNT_BLOCKED, NOT_FOUND, BAD_REQUEST, FUNDING_NOT_APPLICABLE, PAYOUT_NOT_FUNDABLE, CONFLICT,
 *   RATE_DRIFT_EXCEEDED, and those of `priceNow`
 */
export async function quotePayoutFunding(
  runtime: Runtime<'prices'>,
  { organizationId }: Organization,
  payoutId: string,
  execution: Execution,
): Promise<Quoted> {
  const { clock, ids } = runtime;
  const fundingQuoteId = ids.next('fq', clock());
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { payout: refTo(PayoutEntity, { organizationId, payoutId }) },
      lookUps: [restoredTableRef, dueRef(awaitingWork({ organizationId, payoutId }))],
      ask: async (found: Found) => {
        const payout = quotable(found, clock());
        await refuseToAskFor(runtime, payout.funding);
        return priceNow(runtime, payout);
      },
      decide: (found: Found, draft, price: LaterPrice) =>
        decideQuote(quotable(found, draft.now), draft, { ...price, fundingQuoteId }),
    },
    execution,
  );
  return replyOf(outcome);
}

/** The payout, if a price can be locked for it. */
function quotable({ organization, payout: found }: Found, now: number): SelfFundedPayout {
  refuseSuspended(organization);
  if (!found) throw new ServiceError('NOT_FOUND', 'no such payout');
  const payout = selfFunded(found, organization.mode);
  const { status, funding, acceptedAt = Date.parse(payout.createdAt) } = payout;
  if (isTerminal(status) || status === 'completed')
    throw new ServiceError(
      'PAYOUT_NOT_FUNDABLE',
      `the payout is ${status}: money that arrives for it is held as a deposit`,
    );
  if (status !== 'awaiting_funds' || isComplete(funding)) throw conflict('its money has already arrived');
  if (funding.confirming !== undefined)
    throw conflict(`it waits for ${funding.confirming}, which was confirmed for it`);
  if (now >= endOfSending(acceptedAt))
    throw new ServiceError('PAYOUT_NOT_FUNDABLE', 'the payout has waited for thirty days, and fails within the hour');
  if (funding.quotes?.length === mostQuotes)
    throw conflict(`it was quoted ${mostQuotes} times; cancel it and create another one`);
  return payout;
}

function decideQuote(
  payout: SelfFundedPayout,
  draft: JournalDraft,
  price: LaterPrice & Pick<FundingQuote, 'fundingQuoteId'>,
): Outcome<Quoted> {
  const { funding, sourceCurrency, acceptedAt = Date.parse(payout.createdAt) } = payout;
  if (isInDoubt(payout, draft.lookUpUnchecked(restoredTableRef)))
    throw conflict('data was restored, and it may have been sent or canceled meanwhile; create another one');
  if (!isWithinBounds(payout, price)) throw outOfBounds(payout, price);
  const { fundingQuoteId, sourceAmount, destinationAmount, fee, rate } = price;
  const quote = {
    ...{ fundingQuoteId, sourceAmount, destinationAmount, fee, rate },
    amount: inToken(sourceAmount, sourceCurrency, funding.token),
    from: draft.now - blockLagMs,
    expiresAt: Math.min(draft.now + quoteLifetimeMs, endOfSending(acceptedAt)),
  };
  const ended = (funding.quotes ?? []).map((one) => ({ ...one, expiresAt: Math.min(one.expiresAt, draft.now) }));
  const missing = missingFor(quote, funding);
  draft.write(
    replace(PayoutEntity, {
      ...payout,
      updatedAt: draft.timestamp,
      funding: { ...funding, quotes: [...ended, quote] },
    }),
    // An earlier release records transfers without knowing quotes, so the payout is looked at again.
    restartWork(awaitingWork(payout), missing === 0n ? draft.now : quote.expiresAt + finalWithinMs),
    ...watchWrites(draft.now, funding, draft.lookUpUnchecked(watchRef(funding))),
  );
  return { reply: { status: 200, body: presentFundingQuote(payout, quote) }, resourceId: payout.payoutId };
}

function outOfBounds(
  { sourceCurrency, destinationCurrency, funding: { isExact } }: SelfFundedPayout,
  { sourceAmount, destinationAmount }: LaterPrice,
): ServiceError {
  const why = isExact
    ? `it would take ${formatAmount(sourceAmount, sourceCurrency)} ${sourceCurrency}, more than was counted for it`
    : `${formatAmount(destinationAmount, destinationCurrency)} ${destinationCurrency} would arrive, less than its minimumDestinationAmount`;
  return new ServiceError('RATE_DRIFT_EXCEEDED', `the payout cannot be quoted: ${why}; create a new payout instead`);
}

function conflict(why: string): ServiceError {
  return new ServiceError('CONFLICT', `the payout cannot be quoted: ${why}`);
}
