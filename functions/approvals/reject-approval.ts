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
    'One rejection ends the approval and releases what it holds. Only members who could approve it can reject ' +
    'it. A person’s first vote is final: sending it again, or voting the other way, returns the approval ' +
    'unchanged. A vote with a `contentHash` that differs from the approval’s is refused with `CONFLICT`.',
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
