import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { Id, limitParameter, listParameter, rowsOf } from '../../shared/contract/fields.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { eventTypes } from '../../shared/journal/rows/event.ts';
import { EventView, listEvents } from '../../shared/records/events/list-events.ts';
import { Since } from '../../shared/records/events/since.ts';

export const endpoint = defineEndpoint({
  operation: 'listEvents',
  summary: 'Read the event feed',
  description: 'Every change of state, in order, oldest first. Poll with the last `nextSince` and deduplicate by `id`.',
  method: 'GET',
  path: `${P}/events`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'high-volume',
  query: z.strictObject({
    since: Since,
    payoutId: Id.optional().meta({ description: 'Only events of this payout.' }),
    type: listParameter(eventTypes).optional(),
    limit: limitParameter(500, 100),
  }),
  responses: {
    200: {
      description: 'A page of events.',
      schema: z.object({
        data: rowsOf(EventView),
        nextSince: z.string().meta({ description: 'Send it back as `since`, even if there were no new events.' }),
      }),
    },
  },
  handle: async ({ query, organization: { organizationId }, runtime }) =>
    reply(200, await listEvents(runtime, organizationId, query)),
});
