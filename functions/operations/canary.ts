import * as z from 'zod';
import { defineOperation } from '../../shared/contract/operation.ts';
import { canaryOrganizationId } from '../../shared/identity/canary.ts';
import { createCanary } from '../../shared/operations/create-canary.ts';

export const operation = defineOperation({
  name: 'canary',
  summary: "Create the canary's organization and issue a new API key for it",
  audit: 'canary.create',
  input: z.strictObject({}),
  uses: ['canaryKey'],
  handle: ({ runtime, auditOf }) => createCanary(runtime, { audit: auditOf(canaryOrganizationId) }),
});
