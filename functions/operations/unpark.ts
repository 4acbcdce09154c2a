import * as z from 'zod';
import { Id, label } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { unparkAll, unparkOne } from '../../shared/journal/due/unpark-work.ts';
import { auditRow, auditWrites } from '../../shared/journal/rows/audit-row.ts';
import { recordSuccess } from '../../shared/journal/rows/record-refusal.ts';
import { dueKinds } from '../../shared/ports/due-kinds.ts';

/**
 * Unparking is safe at any time. Work that has already called another system asks that system first, and work that must
 * not continue is parked again. The response names the work that continues. It is empty if nothing is parked.
 */
export const operation = defineOperation({
  name: 'unpark',
  summary: 'Resume parked work: one row, or all rows of a kind in an organization',
  audit: 'work.unpark',
  serviceOrganizations: ['canary'],
  input: z.strictObject({
    organizationId: Id,
    kind: z.enum(dueKinds),
    resourceId: Id.optional().meta({
      description: 'The id of one payout, approval, batch, checkout payment or mail. All rows of the kind when absent.',
    }),
    reason: label(500).meta({ description: 'Why it will succeed this time; logged.' }),
  }),
  handle: async ({ input, organization: { organizationId }, runtime, actorUserId, auditOf }) => {
    const { kind, resourceId, reason } = input;
    const told = { organizationId, kind, reason, actorUserId };
    if (resourceId === undefined) {
      await recordSuccess(runtime, auditOf(organizationId), organizationId);
      const { resourceIds, more } = await unparkAll(runtime, organizationId, kind);
      runtime.log.info('parked work goes on', { ...told, resourceIds });
      return { resourceIds, ...(more && { more }) };
    }
    const audited = auditWrites(auditRow(auditOf(organizationId), { resourceId }, runtime.clock()));
    if (!(await unparkOne(runtime, { organizationId, kind, resourceId }, ...audited))) {
      // The response is the same as if nothing of the kind were parked, so that a call that is repeated after a lost
      // response is not refused.
      await recordSuccess(runtime, auditOf(organizationId), resourceId);
      return { resourceIds: [] };
    }
    runtime.log.info('parked work goes on', { ...told, resourceIds: [resourceId] });
    return { resourceIds: [resourceId] };
  },
});
