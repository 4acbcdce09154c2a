import { voteApproval } from '../../shared/approvals/vote-approval.ts';
import { VoteRequest } from '../../shared/approvals/vote-request.ts';
import { memberOf } from '../../shared/contract/caller.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { approvalEndings } from '../../shared/records/approvals/approval-endings.ts';
import { ApprovalView } from '../../shared/records/approvals/approval-view.ts';

export const endpoint = defineEndpoint({
  operation: 'rejectApproval',
  summary: 'Reject an approval',
  description:
    'One rejection ends it and releases what it holds. Who may not approve may not reject either. A person’s first vote ' +
    'stands: sent again, or its opposite, it is answered with the approval unchanged. A vote that names another ' +
    '`contentHash` than the approval has is `CONFLICT`.',
  method: 'POST',
  path: `${P}/payouts/approvals/{approvalId}/reject`,
  callers: ['session'],
  permission: 'approvals.vote',
  audit: 'approval.reject',
  body: VoteRequest,
  responses: { 200: { description: 'The approval.', schema: ApprovalView } },
  errors: ['NOT_FOUND', 'CONFLICT'],
  handle: ({ parameters: { approvalId }, body, organization, caller, runtime, execution }) => {
    const { userId } = memberOf(caller);
    return voteApproval(
      runtime,
      organization,
      { approvalId, userId, decision: 'reject', ...body },
      approvalEndings,
      execution,
    );
  },
});
