import * as z from 'zod';
import { Id } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { recordSuccess } from '../../shared/journal/rows/record-refusal.ts';
import { showOrganization } from '../../shared/operations/show-organization.ts';

export const operation = defineOperation({
  name: 'show',
  summary: 'Show an organization: its settings, its balances and the work it is waiting for',
  audit: 'organization.show',
  serviceOrganizations: ['stage', 'canary'],
  input: z.strictObject({ organizationId: Id }),
  tableAccess: 'read',
  handle: async ({ organization, runtime, auditOf }) => {
    const { organizationId } = organization;
    await recordSuccess(runtime, auditOf(organizationId), organizationId);
    return showOrganization(runtime, organization);
  },
});
