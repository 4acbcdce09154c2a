import * as z from 'zod';
import { AmountText, Id } from '../../shared/http/fields.ts';
import { changeOrganization } from '../../shared/organizations/change-organization.ts';
import { changedLimits } from '../../shared/policy/changed-limits.ts';
import { maxVelocityPayouts } from '../../shared/policy/controls.ts';
import { defineOperation } from '../../shared/runtime/operation.ts';
import { serveOperation } from '../../shared/runtime/serve-operation.ts';

const minutesOfADay = 24 * 60;
const Limit = AmountText.nullable().optional();

export const operation = defineOperation({
  name: 'limits',
  summary: "Set the platform's caps on an organization's payouts",
  audit: 'organization.limits',
  input: z.strictObject({
    organizationId: Id,
    limits: z
      .strictObject({ single: Limit, daily: Limit, perEndUserDaily: Limit })
      .default({})
      .meta({ description: 'In the settlement currency; null lifts a cap, one that is not named stays.' }),
    velocity: z
      .strictObject({
        payouts: z.int().min(1).max(maxVelocityPayouts),
        minutes: z.int().min(1).max(minutesOfADay),
      })
      .nullable()
      .optional()
      .meta({ description: 'At most so many payouts in so many minutes; null lifts it.' }),
  }),
  tableAccess: 'write',
  handle: (call) => {
    const { limits, velocity } = call.input;
    return changeOrganization(call, (organization) => ({
      platformLimits: changedLimits(organization.platformLimits, limits, organization.settlementCurrency),
      ...(velocity !== undefined && { platformVelocity: velocity ?? undefined }),
    }));
  },
});

export const handler = serveOperation(operation);
