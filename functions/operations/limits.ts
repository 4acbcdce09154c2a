import * as z from 'zod';
import { Id } from '../../shared/http/fields.ts';
import { changeOrganization } from '../../shared/organizations/change-organization.ts';
import { changedLimits } from '../../shared/policy/changed-limits.ts';
import { CapChanges, VelocityChange } from '../../shared/policy/policy-change.ts';
import { defineOperation } from '../../shared/runtime/operation.ts';
import { serveOperation } from '../../shared/runtime/serve-operation.ts';

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
      description: 'At most so many payouts in so many minutes; null lifts it.',
    }),
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
