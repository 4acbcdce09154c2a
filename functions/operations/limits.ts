import * as z from 'zod';
import { Id } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { unknownOf } from '../../shared/ground/table/unknown-attributes.ts';
import { velocityCounts } from '../../shared/identity/velocity-caps.ts';
import { serveOperation } from '../../shared/lambda/serve-operation.ts';
import { changeOrganization } from '../../shared/operations/change-organization.ts';
import { CapChanges, VelocityChange } from '../../shared/payouts/approvals/policy-change.ts';
import { changedLimits } from '../../shared/payouts/policy/changed-limits.ts';

export const operation = defineOperation({
  name: 'limits',
  summary: "Set the platform's caps on an organization's payouts",
  audit: 'organization.limits',
  input: z.strictObject({
    organizationId: Id,
    limits: CapChanges.default({}).meta({
      description: 'In the settlement currency; null lifts a cap, one that is not named stays.',
    }),
    velocity: VelocityChange.optional().meta({
      description: `At most so many payouts in any so many minutes; null lifts it. ${velocityCounts}`,
    }),
  }),
  tableAccess: 'write',
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

export const handler = serveOperation(operation);
