import * as z from 'zod';
import { linkStatuses } from '../../shared/checkout/links/link-status.ts';
import { listLinks } from '../../shared/checkout/links/list-links.ts';
import { LinkView } from '../../shared/checkout/links/present-link.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { CursorParameter, limitParameter, listParameter, NextCursor, rowsOf } from '../../shared/contract/fields.ts';
import { CompleteUntil } from '../../shared/contract/lists/list-walk.ts';
import { C } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';

export const endpoint = defineEndpoint({
  operation: 'listLinks',
  summary: 'List links',
  description: 'Newest first, by `status` as it is now: a published link whose `expiresAt` has passed is `expired`.',
  method: 'GET',
  path: `${C}/links`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'standard',
  query: z.strictObject({
    cursor: CursorParameter.optional(),
    limit: limitParameter(100, 20),
    status: listParameter(linkStatuses).optional(),
  }),
  responses: {
    200: {
      description: 'A page of links.',
      schema: z.object({ data: rowsOf(LinkView), completeUntil: CompleteUntil, nextCursor: NextCursor }),
    },
  },
  errors: [],
  uses: ['pages'],
  handle: async ({ query, organization, runtime }) => reply(200, await listLinks(runtime, organization, query)),
});
