import * as z from 'zod';
import { AmountText, CurrencyCode, Instant } from '../../contract/fields.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { featureNames } from '../../identity/controls.ts';
import { effectiveLimits } from '../../identity/effective-limits.ts';
import type { Organization } from '../../identity/organization.ts';
import { shownVelocity, velocityCounts } from '../../identity/velocity-caps.ts';

const Limit = AmountText.nullable();

export const PolicyView = z
  .object({
    features: z.array(z.enum(featureNames)).meta({ description: 'Switched on for the organization.' }),
    currency: CurrencyCode.meta({ description: 'Of every amount here: the settlement currency.' }),
    limits: z
      .object({
        single: Limit.meta({ description: 'One payout, fee included.' }),
        daily: Limit.meta({ description: 'All payouts of a UTC day.' }),
        perEndUserDaily: Limit.meta({ description: 'The payouts of a UTC day for one end user.' }),
      })
      .meta({
        description:
          'Largest payout, and largest sums a UTC day: of the own caps and those of the platform the lower; null where there is none.',
      }),
    endUsersCountedSince: Instant.nullable().meta({
      description:
        'Since when payouts are counted for each end user: from the first cap on, for good, also while it is lifted. Null where no such cap ' +
        'was ever set.',
    }),
    velocity: z
      .object({
        payouts: z.int().meta({ description: 'How many.' }),
        minutes: z.int().meta({ description: 'Length of the window that slides.' }),
      })
      .nullable()
      .meta({
        description:
          'At most so many payouts in any so many minutes: your own cap, or the platform’s if that is tighter. Both hold. ' +
          velocityCounts,
      }),
    approvals: z
      .object({
        threshold: Limit.meta({ description: 'Payouts above it wait for approval.' }),
        dailyThreshold: Limit.meta({ description: 'The sum that leaves a UTC day without a vote, fees included.' }),
        quorum: z.int().meta({ description: 'How many votes approve.' }),
        approvers: z
          .array(z.string())
          .meta({ description: 'The voters: user ids. Who loses a role that votes is struck.' }),
      })
      .nullable()
      .meta({ description: 'Who votes on what; null where nothing waits for a vote.' }),
  })
  .meta({ id: 'Policy', description: 'What payouts are held to.' });

export type PolicyBody = z.infer<typeof PolicyView>;

/** The policy as the API shows it (design, policy). */
export function presentPolicy(organization: Organization): PolicyBody {
  const { settlementCurrency, features = [], approvals, endUsersCountedSince } = organization;
  const limits = effectiveLimits(organization);
  const shown = (minor: bigint | undefined) => (minor === undefined ? null : formatAmount(minor, settlementCurrency));
  return {
    features,
    currency: settlementCurrency,
    limits: {
      single: shown(limits.single),
      daily: shown(limits.daily),
      perEndUserDaily: shown(limits.perEndUserDaily),
    },
    endUsersCountedSince: endUsersCountedSince ?? null,
    velocity: shownVelocity(organization) ?? null,
    approvals: approvals
      ? {
          ...approvals,
          threshold: shown(approvals.threshold),
          dailyThreshold: shown(approvals.dailyThreshold),
        }
      : null,
  };
}
