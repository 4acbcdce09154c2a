import * as z from 'zod';
import { Id } from '../../shared/http/fields.ts';
import { changeOrganization } from '../../shared/organizations/change-organization.ts';
import { defineOperation } from '../../shared/runtime/operation.ts';
import { serveOperation } from '../../shared/runtime/serve-operation.ts';

export const operation = defineOperation({
  name: 'verify',
  summary: 'Record that business verification is complete, or take it back',
  audit: 'organization.verify',
  input: z.strictObject({ organizationId: Id, verified: z.boolean() }),
  tableAccess: 'write',
  handle: (call) => changeOrganization(call, () => ({ verified: call.input.verified })),
});

export const handler = serveOperation(operation);
