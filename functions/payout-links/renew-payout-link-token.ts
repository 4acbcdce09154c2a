import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { maxNewTokens, renewPayoutLinkToken } from '../../shared/payouts/links/addresses/renew-payout-link-token.ts';
import { payoutLinkSubject } from '../../shared/payouts/links/payout-link-subject.ts';
import { RenewedPayoutLinkView } from '../../shared/payouts/links/present-payout-link.ts';

export const endpoint = defineEndpoint({
  operation: 'renewPayoutLinkToken',
  summary: 'Give a payout link a new address',
  description:
    `Ends the address before it; ${maxNewTokens} times at most, while the link is open. In a live organization a link with a ` +
    '`payeeEmail` has its new address mailed there and shown to nobody, three mails to one address a day at most. Otherwise the ' +
    'answer has it as `url`. Where the payee’s address was wrong, cancel the link and make another one.',
  method: 'POST',
  path: `${P}/payout-links/{payoutLinkId}/token`,
  callers: ['key', 'session'],
  scope: 'write',
  permission: 'payouts.send',
  secretResponse: true,
  subject: payoutLinkSubject,
  audit: 'payout_link.renew_token',
  responses: {
    200: { description: 'The link; with its new address where it was not mailed.', schema: RenewedPayoutLinkView },
  },
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT', 'PAYOUT_LINKS_UNAVAILABLE'],
  uses: ['pages', 'sealing'],
  handle: ({ parameters: { payoutLinkId }, organization: { organizationId }, caller, runtime, execution }) =>
    renewPayoutLinkToken(runtime, { organizationId, caller }, payoutLinkId, execution),
});
