import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { getPayoutLink } from '../../shared/payouts/links/list-payout-links.ts';
import { PayoutLinkView } from '../../shared/payouts/links/present-payout-link.ts';

export const endpoint = defineEndpoint({
  operation: 'getPayoutLink',
  summary: 'Read a payout link',
  description: 'The address of the page is not included; it is shown only once.',
  method: 'GET',
  path: `${P}/payout-links/{payoutLinkId}`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'high-volume',
  responses: { 200: { description: 'The link.', schema: PayoutLinkView } },
  errors: ['NOT_FOUND'],
  handle: async ({ parameters: { payoutLinkId }, organization: { organizationId }, runtime }) =>
    reply(200, await getPayoutLink(runtime, organizationId, payoutLinkId)),
});
