import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import {
  CursorParameter,
  Id,
  InstantParameter,
  label,
  limitParameter,
  NextCursor,
  rowsOf,
} from '../../shared/contract/fields.ts';
import { CompleteUntil } from '../../shared/contract/lists/list-walk.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { AuditEventView, listAuditEvents } from '../../shared/records/audit/list-audit-events.ts';

export const endpoint = defineEndpoint({
  operation: 'listAuditEvents',
  summary: 'List audit events',
  description:
    'One row per mutation, newest first; kept for five years. Go on while there is a `nextCursor`. To miss ' +
    'none, take rows before `completeUntil` and begin there the next time.',
  method: 'GET',
  path: `${P}/audit-events`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'standard',
  query: z.strictObject({
    cursor: CursorParameter.optional().meta({ description: 'Or the `id` of a row.' }),
    limit: limitParameter(100, 50),
    action: label(255).optional().meta({ description: 'One that `AuditEvent` lists.' }),
    resourceId: label(255).optional().meta({ description: 'What was acted on.' }),
    apiKey: label(255).optional().meta({ description: 'An `apiKeyPrefix`.' }),
    actorUserId: label(255).optional().meta({ description: 'A `userId`.' }),
    requestId: Id.optional().meta({
      description: 'The x-request-id of a call. Reads and replays have no row.',
    }),
    createdAfter: InstantParameter.optional(),
    createdBefore: InstantParameter.optional(),
  }),
  responses: {
    200: {
      description: 'A page of rows.',
      schema: z.object({ data: rowsOf(AuditEventView), completeUntil: CompleteUntil, nextCursor: NextCursor }),
    },
  },
  errors: [],
  handle: async ({ query, organization: { organizationId }, runtime }) =>
    reply(200, await listAuditEvents(runtime, organizationId, query)),
});
