import { corridorById } from '../../corridors/catalog/find-corridor.ts';
import { railNamed } from '../../corridors/catalog/rail-named.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Payout, PayoutEntity } from '../payout/payout.ts';
import { asRejection } from '../pricing/price-payout.ts';
import { type Amounts, priceAmount } from '../pricing/pricing.ts';

export type LaterPrice = Amounts & Pick<Payout, 'rate'>;

/**
 * Prices a payout that is not sent yet as it is priced now, on the rail and the corridor on which it was begun: for exactly what is to
 * arrive, or for all that was debited.
 * @returns undefined where nothing can be sent for it any more
 * @throws RailUnavailable, UnknownValue, and whatever else a rail throws
 */
export async function priceAgain(
  { rails }: Pick<Runtime<'prices'>, 'rails'>,
  payout: Payout,
  isExact: boolean,
): Promise<LaterPrice | undefined> {
  const rail = railNamed(rails(payout.livemode ? 'live' : 'sandbox')?.payouts, PayoutEntity, payout);
  const corridor = corridorById(rail.corridors(), payout.corridorId);
  if (!corridor) return undefined;
  const { sourceAmount, destinationAmount } = payout;
  const wanted = isExact
    ? ({ amount: destinationAmount, leg: 'destination' } as const)
    : ({ amount: sourceAmount, leg: 'source' } as const);
  try {
    const price = await rail.price(corridor, wanted).catch(asRejection);
    return { ...priceAmount(corridor, price, wanted), rate: price.rate };
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}
