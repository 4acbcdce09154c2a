import * as z from 'zod';
import { Id } from '../../shared/http/fields.ts';
import { changeOrganization } from '../../shared/organizations/change-organization.ts';
import { defineOperation } from '../../shared/runtime/operation.ts';
import { serveOperation } from '../../shared/runtime/serve-operation.ts';

export const operation = defineOperation({
  name: 'resume',
  summary: "End an organization's suspension",
  audit: 'organization.resume',
  input: z.strictObject({ organizationId: Id }),
  tableAccess: 'write',
  handle: (call) => changeOrganization(call, () => ({ status: 'active' })),
});

export const handler = serveOperation(operation);
