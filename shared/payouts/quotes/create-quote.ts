import { type Caller, keysOf } from '../../contract/caller.ts';
import { reply } from '../../contract/reply.ts';
import { snapshotIdFor } from '../../corridors/recipients/ids.ts';
import { RecipientEntity } from '../../corridors/recipients/recipient.ts';
import { refuseWallet } from '../../corridors/recipients/refuse-wallet.ts';
import { ableToPay } from '../../corridors/recipients/served-vaults.ts';
import { underfundedSandbox } from '../../ground/money/shortfall.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { create } from '../../ground/table/writes.ts';
import { ttlSeconds } from '../../ground/time/clock.ts';
import { effectiveLimits } from '../../identity/effective-limits.ts';
import { OrganizationEntity } from '../../identity/organization.ts';
import { commitWithoutHead } from '../../journal/commit/commit-without-head.ts';
import { claimOf, type Execution } from '../../journal/commit/execution.ts';
import { balanceOf, HeadEntity } from '../../journal/commit/head.ts';
import { headNow } from '../../journal/commit/head-now.ts';
import { chainSlot } from '../../ports/connections.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { endUserCounts, endUserLookUps } from '../caps/end-user-day.ts';
import { refuseOverLimits } from '../caps/refuse-over-limits.ts';
import { requirePostPayouts } from '../caps/require-post-payouts.ts';
import { refuseWhilePaused } from '../payout/refuse-paused-token.ts';
import { refuseUnpayable } from '../payout/refuse-unpayable.ts';
import { methodOf, type PricedPayout, pricePayout, recipientIdOf } from '../pricing/price-payout.ts';
import type { PriceRequest } from '../pricing/price-request.ts';
import { presentQuote, type Quote, QuoteEntity, quoteLifetimeMs, quoteRetentionMs } from './quote.ts';
import type { QuoteRequest } from './quote-request.ts';

/**
 * Prices a payout to an account and locks the price (specification, Quote a payout). No money moves.
 * @throws ServiceError DESTINATION_ACCOUNT_NOT_FOUND, PAYOUT_REFUSED, ACCOUNT_BLOCKED, USE_POST_PAYOUTS,
 *   PAYOUT_LIMIT_EXCEEDED, BAD_REQUEST (no such corridor, out of its range, underfunded sandbox), and those of
 *   `refuseWallet` and `pricePayout`
 */
export async function createQuote(
  runtime: Runtime<'prices'>,
  { organizationId, caller }: { readonly organizationId: string; readonly caller: Caller },
  request: QuoteRequest,
  execution: Execution,
) {
  const [state] = await Promise.all([readState(runtime, organizationId, request), claimOf(execution)]);
  const { head, recipient, method } = state;
  const organization = await ableToPay(runtime.store, state.organization, [recipient]);
  refuseUnpayable(organization, recipient);
  requirePostPayouts(organization);
  refuseWallet(organization, method, keysOf(caller));
  const priced = await pricePayout(runtime, organization, method, request);
  await refusePausedFunding(runtime, organization, priced);
  await refuseCapped(runtime, state, priced);
  const { available } = balanceOf(head, priced.sourceCurrency);
  if (organization.mode === 'sandbox' && !priced.selfFunding && available < priced.sourceAmount) {
    const { sourceCurrency: currency, sourceAmount: needed } = priced;
    throw underfundedSandbox({ currency, needed, available });
  }
  const now = runtime.clock();
  const { amount: _, amountLeg, destinationAccountId, funding: __, ...given } = request;
  const quote: Quote = {
    organizationId,
    snapshotId: snapshotIdFor(recipient.recipientId, runtime.ids.suffix(now)),
    version: 1,
    recipientId: recipient.recipientId,
    destinationAccountId,
    amountLeg,
    ...priced,
    given,
    expiresAt: now + quoteLifetimeMs,
    ttl: ttlSeconds(now + quoteLifetimeMs + quoteRetentionMs),
  };
  const outcome = { reply: reply(200, presentQuote(quote)), resourceId: quote.snapshotId };
  return commitWithoutHead(runtime, [create(QuoteEntity, quote)], outcome, execution);
}

/** @throws ServiceError BAD_REQUEST */
async function refusePausedFunding(
  runtime: Runtime,
  { connections = {} }: State['organization'],
  { selfFunding }: PricedPayout,
): Promise<void> {
  if (!selfFunding) return;
  const connectionId = connections[chainSlot(selfFunding.chain)];
  if (connectionId !== undefined) await refuseWhilePaused(runtime, { ...selfFunding, connectionId });
}

/**
 * Refuses a quote above the caps, as far as that can be known now: a payout counts on its own day and for its own end
 * user.
 */
async function refuseCapped(
  { store, clock }: Runtime,
  { organization, recipient, ...state }: State,
  priced: PricedPayout,
) {
  const { endUserId = recipient.recipientId } = recipient;
  const head = headNow(state.head, clock());
  const isCapped = effectiveLimits(organization).perEndUserDaily !== undefined;
  const wanted = isCapped ? endUserLookUps(organization, endUserId) : [];
  const endUserDays = await Promise.all(wanted.map((day) => store.get(day)));
  const byEndUserToday = endUserDays.map((day) => endUserCounts(head, day).today);
  refuseOverLimits(organization, priced, { today: head.paidToday?.amount ?? 0n, byEndUserToday });
}

type State = Awaited<ReturnType<typeof readState>>;

async function readState({ store }: Runtime, organizationId: string, request: PriceRequest) {
  const recipientId = recipientIdOf(request);
  const { organization, head, recipient } = await store.getAll({
    organization: refTo(OrganizationEntity, { organizationId }),
    head: refTo(HeadEntity, { organizationId }),
    recipient: refTo(RecipientEntity, { organizationId, recipientId }),
  });
  if (!organization || !head) throw new Error(`organization ${organizationId} has no journal`);
  return { organization, head, ...methodOf(recipient, request) };
}
