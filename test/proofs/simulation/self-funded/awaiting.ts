import { format } from '../../../../shared/ground/table/format.ts';
import type { SelfFundedPayout } from '../../../../shared/payouts/payout/funding.ts';
import { PayoutEntity } from '../../../../shared/payouts/payout/payout.ts';
import type { World } from '../engine/world.ts';

/** The payouts that await the funds of their organizations, as the table has them. */
export function awaiting({ witness }: World): SelfFundedPayout[] {
  return witness.keys('PAYOUT#').flatMap((key) => {
    const item = witness.current(key);
    if (item?.status !== 'awaiting_funds') return [];
    const payout = format(PayoutEntity, item);
    return payout.funding ? [{ ...payout, funding: payout.funding }] : [];
  });
}
