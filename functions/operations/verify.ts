import * as z from 'zod';
import { Id } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { serveOperation } from '../../shared/lambda/serve-operation.ts';
import { changeOrganization } from '../../shared/operations/change-organization.ts';

export const operation = defineOperation({
  name: 'verify',
  summary: 'Record that business verification is complete, or take it back',
  audit: 'organization.verify',
  input: z.strictObject({ organizationId: Id, verified: z.boolean() }),
  tableAccess: 'write',
  handle: (call) => changeOrganization(call, () => ({ verified: call.input.verified })),
});

export const handler = serveOperation(operation);
