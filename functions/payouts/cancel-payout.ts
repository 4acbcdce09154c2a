import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { cancelPayout } from '../../shared/payouts/lifecycle/cancel-payout.ts';
import { payoutSubject } from '../../shared/payouts/payout/payout-subject.ts';
import { PayoutView } from '../../shared/payouts/payout/present-payout.ts';

export const endpoint = defineEndpoint({
  operation: 'cancelPayout',
  summary: 'Cancel a payout',
  description: 'Possible only while the payout is `pending` and awaits your own funds. Emits `payout.canceled`.',
  method: 'POST',
  path: `${P}/payouts/{payoutId}/cancel`,
  callers: ['key'],
  scope: 'write',
  rateClass: 'high-volume',
  idempotency: 'optional',
  subject: payoutSubject,
  audit: 'payout.cancel',
  responses: { 200: { description: 'The canceled payout.', schema: PayoutView } },
  errors: ['NOT_FOUND', 'PAYOUT_NOT_CANCELABLE'],
  handle: ({ parameters: { payoutId }, organization: { organizationId }, runtime, execution }) =>
    cancelPayout(runtime, organizationId, payoutId, execution),
});
