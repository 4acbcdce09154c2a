import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { CursorParameter, label, limitParameter, NextCursor, rowsOf, sameText } from '../../shared/contract/fields.ts';
import { CompleteUntil } from '../../shared/contract/lists/list-walk.ts';
import { reply } from '../../shared/contract/reply.ts';
import { servedCorridors } from '../../shared/corridors/catalog/served-corridors.ts';
import { listRecipients } from '../../shared/corridors/recipients/list-recipients.ts';
import { presentRecipient, RecipientView } from '../../shared/corridors/recipients/recipient.ts';

export const endpoint = defineEndpoint({
  operation: 'listRecipients',
  summary: 'List recipients',
  description: 'Newest first, retired ones too; with `externalId` the one that has it.',
  method: 'GET',
  path: '/recipients/{orgId}',
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'standard',
  query: z.strictObject({
    cursor: CursorParameter.optional(),
    limit: limitParameter(100, 50),
    externalId: label(255)
      .optional()
      .meta({ description: `Your key of the recipient. ${sameText}` }),
  }),
  responses: {
    200: {
      description: 'A page of recipients.',
      schema: z.object({ data: rowsOf(RecipientView), completeUntil: CompleteUntil, nextCursor: NextCursor }),
    },
  },
  errors: [],
  uses: ['corridors'],
  handle: async ({ query, organization, runtime }) => {
    const { data, ...page } = await listRecipients(runtime, organization.organizationId, query);
    const corridors = servedCorridors(runtime, organization);
    return reply(200, { data: data.map((recipient) => presentRecipient(recipient, corridors)), ...page });
  },
});
