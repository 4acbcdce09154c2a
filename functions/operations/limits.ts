import * as z from 'zod';
import { Id } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { unknownOf } from '../../shared/ground/table/unknown-attributes.ts';
import { velocityCounts } from '../../shared/identity/velocity-caps.ts';
import { changeOrganization } from '../../shared/operations/change-organization.ts';
import { changedLimits } from '../../shared/payouts/policy/changed-limits.ts';
import { CapChanges, VelocityChange } from '../../shared/payouts/policy/policy-change.ts';

export const operation = defineOperation({
  name: 'limits',
  summary: "Set the platform's caps on an organization's payouts",
  audit: 'organization.limits',
  input: z
    .strictObject({
      organizationId: Id,
      limits: CapChanges.default({}).meta({
        description: 'In the settlement currency. null lifts a cap; a cap that is not named stays unchanged.',
      }),
      velocity: VelocityChange.optional().meta({
        description: `The maximum number of payouts in a sliding window of minutes; null lifts it. ${velocityCounts}`,
      }),
    })
    .refine(
      ({ limits, velocity }) => velocity !== undefined || Object.values(limits).some((cap) => cap !== undefined),
      { path: ['limits'], error: 'names no cap to set or lift' },
    )
    .meta({ examples: [{ organizationId: 'ya2azwkbo7bzo4cmfh5b9bk4', limits: { daily: '9000.00' } }] }),
  handle: (call) => {
    const { limits, velocity } = call.input;
    return changeOrganization(call, (organization) => ({
      platformLimits: changedLimits(organization.platformLimits, limits, organization.settlementCurrency),
      ...(velocity !== undefined && {
        platformVelocity: velocity ? { ...unknownOf(organization.platformVelocity), ...velocity } : undefined,
      }),
    }));
  },
});
