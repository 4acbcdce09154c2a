import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { findPayout } from '../../shared/payouts/payout/find-payout.ts';
import { FundingInstructionsView, getPayoutFunding } from '../../shared/payouts/payout/get-payout-funding.ts';
import { refuseToAskFor } from '../../shared/payouts/payout/refuse-paused-token.ts';

export const endpoint = defineEndpoint({
  operation: 'getPayoutFunding',
  summary: 'Get funding instructions',
  description:
    'Where to send the money for a payout that you fund yourself: one with `requiresFunding`, while it is ' +
    '`pending`. `CONFLICT` while its token is not accepted; do not send anything then.',
  method: 'GET',
  path: `${P}/payouts/{payoutId}/funding`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'high-volume',
  responses: {
    200: { description: 'The amount to send, and the address to send it to.', schema: FundingInstructionsView },
  },
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'FUNDING_NOT_APPLICABLE', 'CONFLICT'],
  handle: async ({ parameters: { payoutId }, organization: { organizationId, mode }, runtime }) => {
    const payout = await findPayout(runtime.store, organizationId, payoutId);
    const instructions = getPayoutFunding(payout, mode, runtime.clock());
    if (payout.funding) await refuseToAskFor(runtime, payout.funding);
    return reply(200, instructions);
  },
});
