import { ApprovalView } from '../../shared/approvals/present-approval.ts';
import { voteApproval } from '../../shared/approvals/vote-approval.ts';
import { memberOf } from '../../shared/http/caller.ts';
import { defineEndpoint } from '../../shared/http/endpoint.ts';
import { P } from '../../shared/http/paths.ts';
import { serve } from '../../shared/runtime/serve.ts';

export const endpoint = defineEndpoint({
  operation: 'approveApproval',
  summary: 'Approve an approval',
  description:
    'The initiator cannot vote, nor who issued the initiating key. The vote that completes the quorum has it executed within ' +
    'seconds. A person’s first vote stands: sent again, or its opposite, it is answered with the approval unchanged.',
  method: 'POST',
  path: `${P}/payouts/approvals/{approvalId}/approve`,
  callers: ['session'],
  permission: 'approvals.vote',
  rateClass: 'standard',
  idempotency: 'optional',
  audit: 'approval.approve',
  responses: { 200: { description: 'The approval.', schema: ApprovalView } },
  errors: ['NOT_FOUND', 'CONFLICT'],
  tableAccess: 'write',
  handle: ({ parameters: { approvalId }, organization: { organizationId }, caller, runtime, execution }) => {
    const { userId } = memberOf(caller);
    return voteApproval(runtime, { organizationId, approvalId, userId, decision: 'approve' }, execution);
  },
});

export const handler = serve(endpoint);
