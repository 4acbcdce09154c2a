import { ServiceError } from '../../ground/errors/service-error.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { effectiveLimits, type Limited } from '../../identity/effective-limits.ts';
import type { Organization } from '../../identity/organization.ts';

/** What was counted on the day already, minor units of the settlement currency. */
export interface PaidBefore {
  readonly today: bigint;
  /** For each end user under whom it counts. */
  readonly byEndUserToday: readonly bigint[];
}

/** A payout as the caps see it: what it debits, fee included. */
export interface CappedPayout {
  readonly sourceAmount: bigint;
  readonly sourceCurrency: string;
  /** Under whom it counts, as `endUsersOf` tells. */
  readonly endUsers: readonly string[];
}

/**
 * Holds a payout against the caps in amounts (specification, What the service does, 4; Limits, Per-payout caps).
 * @throws ServiceError PAYOUT_LIMIT_EXCEEDED, which names the cap
 */
export function refuseOverLimits(
  organization: Limited & Pick<Organization, 'settlementCurrency'>,
  { sourceAmount, sourceCurrency }: Omit<CappedPayout, 'endUsers'>,
  { today, byEndUserToday }: PaidBefore,
): void {
  const { settlementCurrency } = organization;
  const limits = effectiveLimits(organization);
  // No corridor has another; one that had could not be counted, and must not pass uncounted.
  if (sourceCurrency !== settlementCurrency) throw new Error('payouts are capped in the settlement currency');
  const shown = (minor: bigint) => `${formatAmount(minor, settlementCurrency)} ${settlementCurrency}`;
  const refuse = (name: string, limit: bigint | undefined, total: bigint) => {
    if (limit === undefined || total <= limit) return;
    throw new ServiceError('PAYOUT_LIMIT_EXCEEDED', `above the ${name} limit of ${shown(limit)}: ${shown(total)}`);
  };
  refuse('single payout', limits.single, sourceAmount);
  refuse('daily', limits.daily, today + sourceAmount);
  for (const before of byEndUserToday) refuse('per-end-user daily', limits.perEndUserDaily, before + sourceAmount);
}
