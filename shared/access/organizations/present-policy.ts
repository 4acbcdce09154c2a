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
    features: z.array(z.enum(featureNames)).meta({ description: 'Features switched on for the organization.' }),
    currency: CurrencyCode.meta({ description: 'The currency of every amount here: the settlement currency.' }),
    limits: z
      .object({
        single: Limit.meta({ description: 'The largest single payout, fee included.' }),
        daily: Limit.meta({ description: 'The total of all payouts on a UTC day.' }),
        perEndUserDaily: Limit.meta({ description: 'The total of a UTC day’s payouts for one end user.' }),
      })
      .meta({
        description:
          'The largest payout and the largest totals per UTC day: the lower of your own caps and the platform’s caps. null where there is no cap.',
      }),
    endUsersCountedSince: Instant.nullable().meta({
      description:
        'Since when payouts are counted for each end user: from the first cap on, permanently, even while the cap is lifted. null if such a cap was never set.',
    }),
    velocity: z
      .object({
        payouts: z.int().meta({ description: 'The number of payouts.' }),
        minutes: z.int().meta({ description: 'The length of the sliding window, in minutes.' }),
      })
      .nullable()
      .meta({
        description:
          'The maximum number of payouts in a sliding window: your own cap, or the platform’s if it is stricter. Both apply. ' +
          velocityCounts,
      }),
    approvals: z
      .object({
        threshold: Limit.meta({ description: 'Payouts above this amount wait for approval.' }),
        dailyThreshold: Limit.meta({
          description: 'The total that can be sent on a UTC day without a vote, fees included.',
        }),
        quorum: z.int().meta({ description: 'The number of votes needed to approve.' }),
        approvers: z
          .array(z.string())
          .meta({ description: 'The user ids of the voters. A member who loses a role that can vote is removed.' }),
      })
      .nullable()
      .meta({ description: 'Who votes on what. null if nothing waits for a vote.' }),
  })
  .meta({ id: 'Policy', description: 'The rules that payouts must follow.' });

export type PolicyBody = z.infer<typeof PolicyView>;

/** Returns the policy as the API shows it (design, policy). */
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
