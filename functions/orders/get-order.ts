import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { findPayout } from '../../shared/payouts/payout/find-payout.ts';
import { PayoutView, presentPayout } from '../../shared/payouts/payout/present-payout.ts';

export const endpoint = defineEndpoint({
  operation: 'getOrder',
  summary: 'Read a payout record',
  description: 'The payout record for reconciliation.',
  method: 'GET',
  path: `${P}/orders/{payoutId}`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'high-volume',
  responses: { 200: { description: 'The payout.', schema: PayoutView } },
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  handle: async ({ parameters: { payoutId }, organization: { organizationId }, runtime }) => {
    const payout = await findPayout(runtime.store, organizationId, payoutId);
    return reply(200, presentPayout(payout));
  },
});
