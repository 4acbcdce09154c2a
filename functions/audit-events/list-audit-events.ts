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
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { serve } from '../../shared/lambda/serve.ts';
import { AuditEventView, listAuditEvents } from '../../shared/records/audit/list-audit-events.ts';

export const endpoint = defineEndpoint({
  operation: 'listAuditEvents',
  summary: 'List audit events',
  description:
    'One row per audited mutation, successful or refused, newest first; kept for five years. A filter that little matches may give short pages: go on while there is a `nextCursor`.',
  method: 'GET',
  path: `${P}/audit-events`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'standard',
  idempotency: 'none',
  query: z.strictObject({
    cursor: CursorParameter.optional().meta({ description: 'The `nextCursor`, or the `id` of a row.' }),
    limit: limitParameter(100, 50),
    action: label(255).optional().meta({ description: 'One action, as its rows name it: `payout.create`.' }),
    resourceId: label(255).optional().meta({ description: 'Id of what was acted on: a payout, a link, a key.' }),
    apiKey: label(255).optional().meta({ description: 'Prefix of a key: the `apiKeyPrefix` of its rows.' }),
    actorUserId: label(255).optional().meta({ description: 'Rows of one person: their `userId`.' }),
    requestId: Id.optional().meta({
      description: 'The x-request-id of a call: its one row. Reads, replays and refused signatures have none.',
    }),
    createdAfter: InstantParameter.optional(),
    createdBefore: InstantParameter.optional(),
  }),
  responses: {
    200: {
      description: 'A page of rows.',
      schema: z.object({ data: rowsOf(AuditEventView), nextCursor: NextCursor }),
    },
  },
  errors: [],
  tableAccess: 'read',
  handle: async ({ query, organization: { organizationId }, runtime }) =>
    reply(200, await listAuditEvents(runtime, organizationId, query)),
});

export const handler = serve(endpoint);
