import { initiatorOf } from '../../shared/approvals/initiator.ts';
import { PendingApprovalView } from '../../shared/approvals/request-approval.ts';
import { defineEndpoint } from '../../shared/http/endpoint.ts';
import { P } from '../../shared/http/paths.ts';
import { changePolicy } from '../../shared/policy/change-policy.ts';
import { PolicyChange } from '../../shared/policy/policy-change.ts';
import { PolicyView } from '../../shared/policy/present-policy.ts';
import { serve } from '../../shared/runtime/serve.ts';

export const endpoint = defineEndpoint({
  operation: 'changePolicy',
  summary: 'Change the policy',
  description:
    'Changes the caps and rules that the body names, as a whole and at once. A change that loosens one of them (a higher or ' +
    'lifted cap, threshold or velocity cap, a smaller quorum, an approver more, no approvals) is answered 202 where the ' +
    'organization has approvals, and waits for them as a payout does, for 24 hours at most. Without approvals there is ' +
    'nobody to ask, and it holds at once.\n\n' +
    'With its votes it is executed within seconds, unless what it changes was changed otherwise meanwhile: then it fails ' +
    'with `CONFLICT`.\n\n' +
    'Caps are set within the platform’s (`BAD_REQUEST`); one that is lifted leaves the platform’s. ' +
    'Whoever asks for an approval does not vote on it, so rules under which nobody could agree are a `BAD_REQUEST`: every ' +
    'approver is a member who may vote, and as many as the quorum are left without any owner or admin who asks.',
  method: 'PATCH',
  path: `${P}/policy`,
  callers: ['session'],
  permission: 'policy.change',
  rateClass: 'standard',
  idempotency: 'optional',
  audit: 'policy.change',
  body: PolicyChange,
  responses: {
    200: { description: 'The policy, changed.', schema: PolicyView },
    202: { description: '`pending_approval`: nothing is changed yet.', schema: PendingApprovalView },
  },
  errors: ['BAD_REQUEST'],
  tableAccess: 'write',
  handle: ({ body, organization: { organizationId }, caller, runtime, execution }) =>
    changePolicy(runtime, { organizationId, change: body, initiator: initiatorOf(caller) }, execution),
});

export const handler = serve(endpoint);
