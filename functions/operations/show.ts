import * as z from 'zod';
import { recordDone } from '../../shared/audit/record-alone.ts';
import { Id } from '../../shared/http/fields.ts';
import { showOrganization } from '../../shared/organizations/show-organization.ts';
import { defineOperation } from '../../shared/runtime/operation.ts';
import { serveOperation } from '../../shared/runtime/serve-operation.ts';

export const operation = defineOperation({
  name: 'show',
  summary: 'Show an organization: what it is, has and waits for',
  audit: 'organization.show',
  input: z.strictObject({ organizationId: Id }),
  tableAccess: 'read',
  handle: async ({ organization, runtime, auditOf }) => {
    const { organizationId } = organization;
    await recordDone(runtime.store, auditOf(organizationId), organizationId);
    return showOrganization(runtime, organization);
  },
});

export const handler = serveOperation(operation);
