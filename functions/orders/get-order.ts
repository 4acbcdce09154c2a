import { defineEndpoint } from '../../shared/http/endpoint.ts';
import { P } from '../../shared/http/paths.ts';
import { reply } from '../../shared/http/reply.ts';
import { findPayout } from '../../shared/payouts/find-payout.ts';
import { PayoutView, presentPayout } from '../../shared/payouts/present-payout.ts';
import { serve } from '../../shared/runtime/serve.ts';

export const endpoint = defineEndpoint({
  operation: 'getOrder',
  summary: 'Read a payout',
  description: 'The record for reconciliation.',
  method: 'GET',
  path: `${P}/orders/{payoutId}`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'high-volume',
  idempotency: 'none',
  responses: { 200: { description: 'The payout.', schema: PayoutView } },
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  tableAccess: 'read',
  handle: async ({ parameters: { payoutId }, organization: { organizationId }, runtime }) => {
    const payout = await findPayout(runtime.store, organizationId, payoutId);
    return reply(200, presentPayout(payout));
  },
});

export const handler = serve(endpoint);
