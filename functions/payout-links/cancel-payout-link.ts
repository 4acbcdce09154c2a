import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { cancelPayoutLink } from '../../shared/payouts/links/ending/cancel-payout-link.ts';
import { payoutLinkSubject } from '../../shared/payouts/links/payout-link-subject.ts';
import { PayoutLinkView } from '../../shared/payouts/links/present-payout-link.ts';

export const endpoint = defineEndpoint({
  operation: 'cancelPayoutLink',
  summary: 'Cancel a payout link',
  description:
    'Nobody can claim the link from now on, and the amount it held is available again. Canceling a link that is ' +
    'already canceled or expired changes nothing. If the link was claimed, the answer is a `CONFLICT` that names ' +
    'the payout.',
  method: 'POST',
  path: `${P}/payout-links/{payoutLinkId}/cancel`,
  callers: ['key', 'session'],
  scope: 'write',
  permission: 'payouts.send',
  rateClass: 'high-volume',
  idempotency: 'optional',
  subject: payoutLinkSubject,
  audit: 'payout_link.cancel',
  responses: { 200: { description: 'The current state of the link.', schema: PayoutLinkView } },
  errors: ['NOT_FOUND', 'CONFLICT'],
  handle: ({ parameters: { payoutLinkId }, organization: { organizationId }, runtime, execution }) =>
    cancelPayoutLink(runtime, organizationId, payoutLinkId, execution),
});
