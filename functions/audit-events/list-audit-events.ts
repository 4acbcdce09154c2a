import { CursorParameter, Id, InstantParameter, label, limitParameter } from '../../shared/contract/fields.ts';
import { defineList } from '../../shared/contract/lists/define-list.ts';
import { P } from '../../shared/contract/paths.ts';
import { AuditEventView, listAuditEvents } from '../../shared/records/audit/list-audit-events.ts';

export const endpoint = defineList({
  operation: 'listAuditEvents',
  summary: 'List audit events',
  description:
    'One row per mutation, newest first; kept for five years. Go on while there is a `nextCursor`. To miss ' +
    'none, take rows before `completeUntil` and begin there the next time.',
  path: `${P}/audit-events`,
  of: 'rows',
  view: AuditEventView,
  page: limitParameter(100, 50),
  filters: {
    cursor: CursorParameter.optional().meta({ description: 'Or the `id` of a row.' }),
    action: label(255).optional().meta({ description: 'One that `AuditEvent` lists.' }),
    resourceId: label(255).optional().meta({ description: 'What was acted on.' }),
    apiKey: label(255).optional().meta({ description: 'An `apiKeyPrefix`.' }),
    actorUserId: label(255).optional().meta({ description: 'A `userId`.' }),
    requestId: Id.optional().meta({
      description: 'The x-request-id of a call. Reads and replays have no row.',
    }),
    createdAfter: InstantParameter.optional(),
    createdBefore: InstantParameter.optional(),
  },
  list: ({ query, organization: { organizationId }, runtime }) => listAuditEvents(runtime, organizationId, query),
});
