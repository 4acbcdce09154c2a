import * as z from 'zod';
import { listApprovals } from '../../shared/approvals/list-approvals.ts';
import { approvalStatuses } from '../../shared/approvals/transitions.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { limitParameter, rowsOf } from '../../shared/contract/fields.ts';
import { CompleteUntil } from '../../shared/contract/lists/list-walk.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { ApprovalView } from '../../shared/records/approvals/approval-view.ts';

export const endpoint = defineEndpoint({
  operation: 'listApprovals',
  summary: 'List approvals',
  description: 'Newest first, without a cursor. Use `status` to find the ones that are waiting.',
  method: 'GET',
  path: `${P}/payouts/approvals`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  query: z.strictObject({
    status: z.enum(approvalStatuses).optional().meta({ description: 'One status. All statuses when absent.' }),
    limit: limitParameter(100, 50),
  }),
  responses: {
    200: { description: 'Approvals.', schema: z.object({ data: rowsOf(ApprovalView), completeUntil: CompleteUntil }) },
  },
  handle: async ({ query, organization: { organizationId }, runtime }) =>
    reply(200, await listApprovals(runtime, organizationId, query)),
});
