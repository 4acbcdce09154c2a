import { noteGivenAddress } from '../../connections/own-addresses.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { inToken } from '../../ground/money/token-amount.ts';
import type { AmountLeg } from '../../ports/amount-leg.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Expected, leastDestination } from '../payout/expect-destination.ts';
import type { Funding } from '../payout/funding.ts';
import type { Payout } from '../payout/payout.ts';
import { refuseWhilePaused } from '../payout/refuse-paused-token.ts';
import type { PricedPayout } from '../pricing/price-payout.ts';
import { pauseUnsound, type WatchingRuntime } from './pause-unsound.ts';

/** How a payout that is not created yet will be funded. */
export type FundingPlan = Omit<Funding, 'amount' | 'received' | 'isCounted' | 'pricedUntil'>;

/** What a payout is decided on besides the data in the table. */
export interface PlannedPayout {
  readonly priced: PricedPayout;
  /** Present if the organization funds the payout itself. */
  readonly plan: FundingPlan | undefined;
}

type PlanningRuntime = Pick<Runtime<'depositRecords'>, 'depositRecords'> & WatchingRuntime;

type Planned = Pick<Payout, 'organizationId' | 'payoutId'> & {
  /** The key that requests the payout, if nobody votes on it. */
  readonly apiKeyId?: string | undefined;
};

/**
 * Finds where an organization sends the money of a payout, and records the address, before the commit that creates the
 * payout.
 * @returns undefined if the balance pays
 * @throws ServiceError BAD_REQUEST if nothing serves the payout any more, or the token is paused; INTERNAL, as 503, if
 * the chain does not answer
 */
export async function planFunding(
  runtime: PlanningRuntime,
  { organizationId, payoutId, apiKeyId }: Planned,
  priced: Pick<PricedPayout, 'selfFunding' | 'sourceCurrency' | 'destinationAmount' | 'destinationCurrency'>,
  { amountLeg, expectDestination }: { readonly amountLeg: AmountLeg; readonly expectDestination?: Expected },
): Promise<FundingPlan | undefined> {
  if (!priced.selfFunding) return undefined;
  const { deposits, depositRecords, log } = runtime;
  const { chain, token } = priced.selfFunding;
  const silent = (error: Error) => {
    log.warn('the chain does not answer', { error, organizationId, chain });
    const detail = 'the chain does not answer; nothing was made';
    throw new ServiceError('INTERNAL', detail, { status: 503, retryAfterSeconds: 5 });
  };
  const place = await deposits?.serving(organizationId, chain).catch(silent);
  const contract = place?.contracts[token];
  if (!place || contract === undefined)
    throw new ServiceError('BAD_REQUEST', `funding: you have no connection for ${token} on ${chain}`);
  await pauseUnsound(runtime, { connectionId: place.connectionId, contract }).catch(silent);
  await refuseWhilePaused(runtime, { connectionId: place.connectionId, chain, token });
  const { connectionId, finalBlock: sinceBlock, flushFirst, dailyLimit } = place;
  const where = { connectionId, chain, token, contract, address: place.addressOf(payoutId), sinceBlock };
  if (!depositRecords) throw new Error('nothing notes the addresses that are given to payouts');
  await Promise.all([
    depositRecords.note({ ...where, organizationId, payoutId, currency: priced.sourceCurrency }),
    noteGivenAddress(runtime.store, where.address, payoutId),
  ]);
  const isExact = amountLeg === 'destination';
  const rules = {
    ...(apiKeyId !== undefined && { apiKeyId }),
    ...(isExact && { isExact }),
    ...(flushFirst !== undefined && { flushFirst }),
    ...(dailyLimit !== undefined && { dailyLimit }),
  };
  return { ...where, ...rules, leastDestination: leastDestination(expectDestination, priced) };
}

/** How long the price of a self-funded payout holds, in milliseconds. */
const pricedMs = 30 * 60 * 1000;

/** The funding of a new payout: its whole debit, in the token. */
export function newFunding(
  plan: FundingPlan,
  { sourceAmount, sourceCurrency }: Pick<PricedPayout, 'sourceAmount' | 'sourceCurrency'>,
  now: number,
): Funding {
  return {
    ...plan,
    amount: inToken(sourceAmount, sourceCurrency, plan.token),
    received: 0n,
    isCounted: true,
    pricedUntil: now + pricedMs,
  };
}
