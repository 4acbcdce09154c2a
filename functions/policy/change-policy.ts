import { PolicyView } from '../../shared/access/organizations/present-policy.ts';
import { initiatorOf } from '../../shared/approvals/initiator.ts';
import { PendingApprovalView } from '../../shared/approvals/request-approval.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { changePolicy } from '../../shared/payouts/policy/change-policy.ts';
import { PolicyChange } from '../../shared/payouts/policy/policy-change.ts';

export const endpoint = defineEndpoint({
  operation: 'changePolicy',
  summary: 'Change the policy',
  description:
    'Changes the caps and rules named in the body, all at once. A change that loosens one of them (a higher or ' +
    'lifted cap, threshold, daily threshold or velocity cap, a smaller quorum, an additional approver, no ' +
    'approvals) is answered 202 if the organization uses approvals, and waits for votes as a payout does, for at ' +
    'most 24 hours. Without approvals it takes effect at once.\n\nOnce it has its votes, the change is executed ' +
    'within seconds, unless the same settings were changed in the meantime: it then fails with `CONFLICT`.\n\nCaps ' +
    'must be within the platform’s caps (`BAD_REQUEST`); lifting a cap leaves the platform’s cap in force. ' +
    'Approvals require named voters (`approvers`): members who may vote, and more of them than the quorum, ' +
    'because a requester does not vote. Anything else is a `BAD_REQUEST`. Only being named makes a member a ' +
    'voter, and naming one waits for the votes of the current voters. Removing a voter takes effect at once as ' +
    'long as more than the quorum remain. A member who loses a role that can vote is removed from the voters. If ' +
    'too few remain to agree to a change that loosens a rule, the change is refused at once (`BAD_REQUEST`); ' +
    'thresholds can still be lowered.',
  method: 'PATCH',
  path: `${P}/policy`,
  callers: ['session'],
  permission: 'policy.change',
  audit: 'policy.change',
  body: PolicyChange,
  responses: {
    200: { description: 'The policy after the change.', schema: PolicyView },
    202: { description: '`pending_approval`: nothing has changed yet.', schema: PendingApprovalView },
  },
  errors: ['BAD_REQUEST'],
  handle: async ({ body, organization, caller, runtime, execution }) => {
    const initiator = await initiatorOf(runtime.store, caller);
    return changePolicy(runtime, { organization, change: body, initiator }, execution);
  },
});
