import { ServiceError } from '../../ground/errors/service-error.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { effectiveLimits, type Limited } from '../../identity/effective-limits.ts';
import type { Organization } from '../../identity/organization.ts';

/** What was already counted on the day, in minor units of the settlement currency. */
export interface CountedToday {
  readonly today: bigint;
  /** One sum for each end user under whom the payout counts. */
  readonly byEndUserToday: readonly bigint[];
}

/** A payout as the caps see it: what it debits, fee included. */
export interface CappedPayout {
  readonly sourceAmount: bigint;
  readonly sourceCurrency: string;
  /** The end user named in its request, or its recipient. */
  readonly given: { readonly endUserId?: string | undefined };
  /** The ids under which it counts, from `endUsersOf`. */
  readonly endUsers: readonly string[];
}

/**
 * Checks a payout against the caps on amounts (specification, What the service does, 4; Limits, Per-payout caps).
 * @throws ServiceError PAYOUT_LIMIT_EXCEEDED naming the cap
 */
export function refuseOverLimits(
  organization: Limited & Pick<Organization, 'settlementCurrency'>,
  { sourceAmount, sourceCurrency }: Pick<CappedPayout, 'sourceAmount' | 'sourceCurrency'>,
  { today, byEndUserToday }: CountedToday,
): void {
  const { settlementCurrency } = organization;
  const limits = effectiveLimits(organization);
  // No corridor has another source currency. Caps could not count such a payout, so it must not pass.
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
