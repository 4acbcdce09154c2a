import * as z from 'zod';
import { defineOperation } from '../../shared/contract/operation.ts';
import { canaryOrganizationId } from '../../shared/identity/canary.ts';
import { canaryPublicKeyFromEnvironment } from '../../shared/lambda/canary-from-environment.ts';
import { serveOperation } from '../../shared/lambda/serve-operation.ts';
import { createCanary } from '../../shared/operations/create-canary.ts';

export const operation = defineOperation({
  name: 'canary',
  summary: "Create the canary's organization and issue its API key anew",
  audit: 'canary.create',
  input: z.strictObject({}),
  tableAccess: 'write',
  readsCanaryKey: true,
  handle: ({ runtime, auditOf }) => createCanary(runtime, { audit: auditOf(canaryOrganizationId) }),
});

export const handler = serveOperation(operation, { canaryPublicKey: canaryPublicKeyFromEnvironment });
