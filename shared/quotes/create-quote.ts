import { endUserCounts, endUserLookUps } from '../controls/end-user-day.ts';
import { refuseOverLimits } from '../controls/refuse-over-limits.ts';
import { requirePostPayouts } from '../controls/require-post-payouts.ts';
import { ServiceError } from '../errors/service-error.ts';
import { reply } from '../http/reply.ts';
import { commitAside } from '../journal/commit-aside.ts';
import { claimOf, type Execution } from '../journal/execution.ts';
import { balanceOf, HeadEntity } from '../journal/head.ts';
import { headNow } from '../journal/head-now.ts';
import { OrganizationEntity } from '../organizations/organization.ts';
import { refuseUnpayable } from '../payouts/refuse-unpayable.ts';
import { snapshotIdFor } from '../recipients/ids.ts';
import { RecipientEntity } from '../recipients/recipient.ts';
import { ttlSeconds } from '../runtime/clock.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { read } from '../table/expressions.ts';
import { create } from '../table/writes.ts';
import { methodOf, type PricedPayout, pricePayout, recipientIdOf } from './price-payout.ts';
import type { PriceRequest } from './price-request.ts';
import { presentQuote, type Quote, QuoteEntity, quoteLifetimeMs, quoteRetentionMs } from './quote.ts';

/**
 * Prices a payout to an account and locks the price (specification, Quote a payout). No money moves.
 * @throws ServiceError DESTINATION_ACCOUNT_NOT_FOUND, PAYOUT_REFUSED, ACCOUNT_BLOCKED, USE_POST_PAYOUTS,
 *   PAYOUT_LIMIT_EXCEEDED, BAD_REQUEST (no such corridor, out of its range, underfunded sandbox), and those of `pricePayout`
 */
export async function createQuote(
  runtime: Runtime,
  organizationId: string,
  request: PriceRequest,
  execution: Execution,
) {
  const [state] = await Promise.all([readState(runtime, organizationId, request), claimOf(execution)]);
  const { organization, head, recipient, method } = state;
  refuseUnpayable(organization, recipient);
  requirePostPayouts(organization);
  const priced = await pricePayout(runtime.rails(organization.mode)?.payouts, method, request);
  await refuseCapped(runtime, state, priced);
  const { available } = balanceOf(head, priced.sourceCurrency);
  if (organization.mode === 'sandbox' && available < priced.sourceAmount) {
    throw new ServiceError('BAD_REQUEST', 'the sandbox balance does not cover this amount; fund it first');
  }
  const now = runtime.clock();
  const quote: Quote = {
    organizationId,
    snapshotId: snapshotIdFor(recipient.recipientId, runtime.ids.suffix(now)),
    version: 1,
    recipientId: recipient.recipientId,
    destinationAccountId: method.destinationAccountId,
    amountLeg: request.amountLeg,
    ...priced,
    purposeOfPayment: request.purposeOfPayment,
    expiresAt: now + quoteLifetimeMs,
    ttl: ttlSeconds(now + quoteLifetimeMs + quoteRetentionMs),
  };
  const outcome = { reply: reply(200, presentQuote(quote)), resourceId: quote.snapshotId };
  return commitAside(runtime, [create(QuoteEntity, quote)], outcome, execution);
}

/** As far as can be told now: what counts is the payout's own day and end user. */
async function refuseCapped(
  { store, clock }: Runtime,
  { organization, recipient, ...state }: State,
  priced: PricedPayout,
) {
  const { endUserId = recipient.recipientId } = recipient;
  const head = headNow(state.head, clock());
  const endUserDays = await Promise.all(endUserLookUps(organization, endUserId).map((wanted) => store.get(wanted)));
  const byEndUserToday = endUserDays.map((day) => endUserCounts(head, day).today);
  refuseOverLimits(organization, priced, { today: head.paidToday?.amount ?? 0n, byEndUserToday });
}

type State = Awaited<ReturnType<typeof readState>>;

async function readState({ store }: Runtime, organizationId: string, request: PriceRequest) {
  const recipientId = recipientIdOf(request);
  const { organization, head, recipient } = await store.getAll({
    organization: read(OrganizationEntity, { organizationId }),
    head: read(HeadEntity, { organizationId }),
    recipient: read(RecipientEntity, { organizationId, recipientId }),
  });
  if (!organization || !head) throw new Error(`organization ${organizationId} has no journal`);
  return { organization, head, ...methodOf(recipient, request) };
}
