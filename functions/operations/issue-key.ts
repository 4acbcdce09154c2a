import * as z from 'zod';
import { scopes } from '../../shared/api-keys/api-key.ts';
import { registerApiKey } from '../../shared/api-keys/register-api-key.ts';
import { Id, InstantParameter, label } from '../../shared/http/fields.ts';
import { defineOperation } from '../../shared/runtime/operation.ts';
import { serveOperation } from '../../shared/runtime/serve-operation.ts';

export const operation = defineOperation({
  name: 'issue-key',
  summary: 'Register the public half of a key pair that the organization made',
  audit: 'api_key.issue',
  input: z.strictObject({
    organizationId: Id,
    name: label(100),
    publicKey: z.string().max(4_096).meta({ description: 'P-256, SubjectPublicKeyInfo, PEM.' }),
    scopes: z.array(z.enum(scopes)).min(1),
    allowedIps: z.array(z.string().max(64)).max(100).default([]).meta({ description: 'Addresses or CIDR ranges.' }),
    expiresAt: InstantParameter.optional(),
  }),
  tableAccess: 'write',
  handle: async ({ input, runtime, actorUserId, execution }) => {
    const { body } = await registerApiKey(runtime, { ...input, issuedBy: actorUserId }, execution);
    return body;
  },
});

export const handler = serveOperation(operation);
