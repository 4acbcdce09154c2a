import { CursorParameter, Id, InstantParameter, label, limitParameter } from '../../shared/contract/fields.ts';
import { defineList } from '../../shared/contract/lists/define-list.ts';
import { P } from '../../shared/contract/paths.ts';
import { AuditEventView, listAuditEvents } from '../../shared/records/audit/list-audit-events.ts';

export const endpoint = defineList({
  operation: 'listAuditEvents',
  summary: 'List audit events',
  description:
    'One row per mutation, newest first; kept five years. Continue while there is a `nextCursor`. To miss none, process rows before `completeUntil` and start there next time.',
  path: `${P}/audit-events`,
  of: 'rows',
  view: AuditEventView,
  page: limitParameter(100, 50),
  filters: {
    cursor: CursorParameter.optional().meta({ description: 'A `nextCursor`, or the `id` of a row.' }),
    action: label(255).optional().meta({ description: 'One of the actions listed in `AuditEvent`.' }),
    resourceId: label(255).optional().meta({ description: 'The resource that was acted on.' }),
    apiKey: label(255).optional().meta({ description: 'An `apiKeyPrefix`.' }),
    actorUserId: label(255).optional().meta({ description: 'A `userId`.' }),
    requestId: Id.optional().meta({
      description: 'The `x-request-id` of a call. Reads and replays have no row.',
    }),
    createdAfter: InstantParameter.optional(),
    createdBefore: InstantParameter.optional(),
  },
  list: ({ query, organization: { organizationId }, runtime }) => listAuditEvents(runtime, organizationId, query),
});
