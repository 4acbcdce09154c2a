import { voteApproval } from '../../shared/approvals/vote-approval.ts';
import { VoteRequest } from '../../shared/approvals/vote-request.ts';
import { memberOf } from '../../shared/contract/caller.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { approvalEndings } from '../../shared/records/approvals/approval-endings.ts';
import { ApprovalView } from '../../shared/records/approvals/approval-view.ts';

export const endpoint = defineEndpoint({
  operation: 'approveApproval',
  summary: 'Approve an approval',
  description:
    'Who was a voter of the policy when it was asked for, and still is, votes (`electorate`). Not who asked, nor who issued or ' +
    'rotated the key that did or any key that it descends from; where one vote is enough, nor who invited one of them, ' +
    'directly or through others. The vote that completes the quorum has it executed within ' +
    'seconds. A person’s first vote stands: sent again, or its opposite, it is answered with the approval unchanged. ' +
    'A vote that names another `contentHash` than the approval has is `CONFLICT`.',
  method: 'POST',
  path: `${P}/payouts/approvals/{approvalId}/approve`,
  callers: ['session'],
  permission: 'approvals.vote',
  audit: 'approval.approve',
  body: VoteRequest,
  responses: { 200: { description: 'The approval.', schema: ApprovalView } },
  errors: ['NOT_FOUND', 'CONFLICT'],
  handle: ({ parameters: { approvalId }, body, organization, caller, runtime, execution }) => {
    const { userId } = memberOf(caller);
    return voteApproval(
      runtime,
      organization,
      { approvalId, userId, decision: 'approve', ...body },
      approvalEndings,
      execution,
    );
  },
});
