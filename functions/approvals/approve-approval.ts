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
    'A member can vote if the policy named them as an approver when the approval was requested (`electorate`) ' +
    'and still does. The requester cannot vote, nor can anyone who issued or rotated the requesting key or a key ' +
    'it descends from. If one vote is enough, the person who invited any of them, directly or through others, ' +
    'cannot vote either. The vote that completes the quorum triggers execution within seconds. A person’s first ' +
    'vote is final: sending it again, or voting the other way, returns the approval unchanged. A vote with a ' +
    '`contentHash` that differs from the approval’s is refused with `CONFLICT`.',
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
