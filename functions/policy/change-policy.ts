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
    'Changes the caps and rules that the body names, as a whole and at once. A change that loosens one of them (a higher or ' +
    'lifted cap, threshold, daily threshold or velocity cap, a smaller quorum, an approver more, no approvals) is answered 202 where the ' +
    'organization has approvals, and waits for them as a payout does, for 24 hours at most. Without approvals there is ' +
    'nobody to ask, and it holds at once.\n\n' +
    'With its votes it is executed within seconds, unless what it changes was changed otherwise meanwhile: then it fails ' +
    'with `CONFLICT`.\n\n' +
    'Caps are set within the platform’s (`BAD_REQUEST`); one that is lifted leaves the platform’s. ' +
    'Approvals name their voters (`approvers`): members who may vote, and more than the quorum, because whoever asks does not ' +
    'vote. Anything else is a `BAD_REQUEST`. Only naming makes a voter, and it waits for the votes of those who are voters; a ' +
    'voter less holds at once while more than the quorum remain. Who loses a role that votes is struck. Where too few remain ' +
    'to agree to a change that loosens, it is refused at once (`BAD_REQUEST`); thresholds can still be lowered.',
  method: 'PATCH',
  path: `${P}/policy`,
  callers: ['session'],
  permission: 'policy.change',
  audit: 'policy.change',
  body: PolicyChange,
  responses: {
    200: { description: 'The policy, changed.', schema: PolicyView },
    202: { description: '`pending_approval`: nothing is changed yet.', schema: PendingApprovalView },
  },
  errors: ['BAD_REQUEST'],
  handle: async ({ body, organization, caller, runtime, execution }) => {
    const initiator = await initiatorOf(runtime.store, caller);
    return changePolicy(runtime, { organization, change: body, initiator }, execution);
  },
});
