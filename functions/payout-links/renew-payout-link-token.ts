import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { maxNewTokens, renewPayoutLinkToken } from '../../shared/payouts/links/addresses/renew-payout-link-token.ts';
import { payoutLinkSubject } from '../../shared/payouts/links/payout-link-subject.ts';
import { RenewedPayoutLinkView } from '../../shared/payouts/links/present-payout-link.ts';

export const endpoint = defineEndpoint({
  operation: 'renewPayoutLinkToken',
  summary: 'Give a payout link a new address',
  description:
    `Ends the previous address. Possible at most ${maxNewTokens} times, while the link is open. In a live ` +
    'organization, if the link has a `payeeEmail`, the new address is emailed there and shown to nobody, with at ' +
    'most three emails to one address per day. Otherwise the answer contains it as `url`. If the payee’s email ' +
    'address was wrong, cancel the link and create another one.',
  method: 'POST',
  path: `${P}/payout-links/{payoutLinkId}/token`,
  callers: ['key', 'session'],
  scope: 'write',
  permission: 'payouts.send',
  secretResponse: true,
  subject: payoutLinkSubject,
  audit: 'payout_link.renew_token',
  responses: {
    200: { description: 'The link, with its new address unless that was emailed.', schema: RenewedPayoutLinkView },
  },
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT', 'PAYOUT_LINKS_UNAVAILABLE'],
  uses: ['pages', 'sealing'],
  handle: ({ parameters: { payoutLinkId }, organization: { organizationId }, caller, runtime, execution }) =>
    renewPayoutLinkToken(runtime, { organizationId, caller }, payoutLinkId, execution),
});
