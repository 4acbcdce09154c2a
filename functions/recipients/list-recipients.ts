import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { CursorParameter, label, limitParameter, NextCursor, rowsOf } from '../../shared/contract/fields.ts';
import { reply } from '../../shared/contract/reply.ts';
import { servedCorridors } from '../../shared/corridors/catalog/served-corridors.ts';
import { listRecipients } from '../../shared/corridors/recipients/list-recipients.ts';
import { presentRecipient, RecipientView } from '../../shared/corridors/recipients/recipient.ts';
import { serve } from '../../shared/lambda/serve.ts';

export const endpoint = defineEndpoint({
  operation: 'listRecipients',
  summary: 'List recipients',
  description: 'Newest first; with `externalId` the one that has it.',
  method: 'GET',
  path: '/recipients/{orgId}',
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'standard',
  idempotency: 'none',
  query: z.strictObject({
    cursor: CursorParameter.optional(),
    limit: limitParameter(100, 50),
    externalId: label(255).optional().meta({ description: 'Your key of the recipient, exactly.' }),
  }),
  responses: {
    200: {
      description: 'A page of recipients.',
      schema: z.object({ data: rowsOf(RecipientView), nextCursor: NextCursor }),
    },
  },
  errors: [],
  tableAccess: 'read',
  handle: async ({ query, organization, runtime }) => {
    const { recipients, nextCursor } = await listRecipients(runtime, organization.organizationId, query);
    const corridors = servedCorridors(runtime, organization);
    const data = recipients.map((recipient) => presentRecipient(recipient, corridors));
    return reply(200, { data, ...(nextCursor && { nextCursor }) });
  },
});

export const handler = serve(endpoint);
