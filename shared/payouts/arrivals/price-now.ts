import { corridorById } from '../../corridors/catalog/find-corridor.ts';
import { railNamed } from '../../corridors/catalog/rail-named.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { SelfFundedPayout } from '../payout/funding.ts';
import { type Payout, PayoutEntity } from '../payout/payout.ts';
import { asRejection } from '../pricing/price-payout.ts';
import { type Amounts, priceAmount } from '../pricing/pricing.ts';

export type LaterPrice = Amounts & Pick<Payout, 'rate'>;

/**
 * Prices a payout that is not sent yet at the current price, on the rail and the corridor on which it was begun, either
 * for exactly the amount that is to arrive or for all that was debited.
 * @throws ServiceError BAD_REQUEST (its corridor no longer exists), PROVIDER_REJECTED, and those of `priceAmount`
 * @throws RailUnavailable, UnknownValue, and the other errors of a rail
 */
export async function priceNow(
  { rails }: Pick<Runtime<'prices'>, 'rails'>,
  payout: SelfFundedPayout,
): Promise<LaterPrice> {
  const rail = railNamed(rails(payout.livemode ? 'live' : 'sandbox')?.payouts, PayoutEntity, payout);
  const corridor = corridorById(rail.corridors(), payout.corridorId);
  if (!corridor) throw new ServiceError('BAD_REQUEST', 'no routing serves the corridor of the payout any more');
  const { sourceAmount, destinationAmount, funding } = payout;
  const wanted = funding.isExact
    ? ({ amount: destinationAmount, leg: 'destination' } as const)
    : ({ amount: sourceAmount, leg: 'source' } as const);
  const price = await rail.price(corridor, wanted).catch(asRejection);
  return { ...priceAmount(corridor, price, wanted), rate: price.rate };
}

/**
 * A later price takes at most what was counted for a payout, and brings at least what its organization expects to
 * arrive.
 */
export function isWithinBounds(payout: SelfFundedPayout, { sourceAmount, destinationAmount }: Amounts): boolean {
  const { leastDestination = payout.destinationAmount, isExact } = payout.funding;
  return sourceAmount <= payout.sourceAmount && (isExact === true || destinationAmount >= leastDestination);
}
