import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { reply } from '../../shared/contract/reply.ts';
import { servedCorridors } from '../../shared/corridors/catalog/served-corridors.ts';
import { presentRecipient, RecipientEntity, RecipientView } from '../../shared/corridors/recipients/recipient.ts';
import { ServiceError } from '../../shared/ground/errors/service-error.ts';
import { refTo } from '../../shared/ground/table/expressions.ts';

export const endpoint = defineEndpoint({
  operation: 'getRecipient',
  summary: 'Read a recipient',
  method: 'GET',
  path: '/recipients/{orgId}/{recipientId}',
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  responses: { 200: { description: 'The recipient.', schema: RecipientView } },
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  uses: ['corridors'],
  handle: async ({ parameters: { recipientId }, organization, runtime }) => {
    const { organizationId } = organization;
    const recipient = await runtime.store.get(refTo(RecipientEntity, { organizationId, recipientId }));
    if (!recipient) throw new ServiceError('NOT_FOUND', 'no such recipient');
    return reply(200, presentRecipient(recipient, servedCorridors(runtime, organization)));
  },
});
