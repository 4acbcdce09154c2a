import { servedCorridors } from '../../shared/corridors/served-corridors.ts';
import { ServiceError } from '../../shared/errors/service-error.ts';
import { defineEndpoint } from '../../shared/http/endpoint.ts';
import { reply } from '../../shared/http/reply.ts';
import { presentRecipient, RecipientEntity, RecipientView } from '../../shared/recipients/recipient.ts';
import { serve } from '../../shared/runtime/serve.ts';
import { read } from '../../shared/table/expressions.ts';

export const endpoint = defineEndpoint({
  operation: 'getRecipient',
  summary: 'Read a recipient',
  method: 'GET',
  path: '/recipients/{orgId}/{recipientId}',
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'standard',
  idempotency: 'none',
  responses: { 200: { description: 'The recipient.', schema: RecipientView } },
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  tableAccess: 'read',
  handle: async ({ parameters: { recipientId }, organization: { organizationId, mode }, runtime }) => {
    const recipient = await runtime.store.get(read(RecipientEntity, { organizationId, recipientId }));
    if (!recipient) throw new ServiceError('NOT_FOUND', 'no such recipient');
    const corridors = servedCorridors(runtime, mode);
    return reply(200, presentRecipient(recipient, corridors));
  },
});

export const handler = serve(endpoint);
