import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { limitParameter, rowsOf } from '../../shared/contract/fields.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { serve } from '../../shared/lambda/serve.ts';
import { listApprovals } from '../../shared/payouts/approvals/list-approvals.ts';
import { ApprovalView } from '../../shared/payouts/approvals/present-approval.ts';
import { approvalStatuses } from '../../shared/payouts/approvals/transitions.ts';

export const endpoint = defineEndpoint({
  operation: 'listApprovals',
  summary: 'List approvals',
  description: 'Newest first. There is no cursor: `status` finds those that wait.',
  method: 'GET',
  path: `${P}/payouts/approvals`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'standard',
  idempotency: 'none',
  query: z.strictObject({
    status: z.enum(approvalStatuses).optional().meta({ description: 'One status; all of them when absent.' }),
    limit: limitParameter(100, 50),
  }),
  responses: { 200: { description: 'Approvals.', schema: z.object({ data: rowsOf(ApprovalView) }) } },
  errors: [],
  tableAccess: 'read',
  handle: async ({ query, organization: { organizationId }, runtime }) =>
    reply(200, await listApprovals(runtime, organizationId, query)),
});

export const handler = serve(endpoint);
