import { LinkChange, refuseTwoPrices } from '../../shared/checkout/links/link-request.ts';
import { linkSubject } from '../../shared/checkout/links/link-subject.ts';
import { LinkView } from '../../shared/checkout/links/present-link.ts';
import { updateLink } from '../../shared/checkout/links/update-link.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { C } from '../../shared/contract/paths.ts';

export const endpoint = defineEndpoint({
  operation: 'updateLink',
  summary: 'Change a link',
  description:
    'Drafts can be changed freely. On a published link only the deadline can be changed, with a body that ' +
    'contains only `expiresAt`: a future time or `null`, and only before the current deadline has passed. ' +
    '`metadata` is replaced as a whole; `taxRate` and `taxInclusive` are ignored without `items`. `CONFLICT` ' +
    'while the link is being published. A draft that is repriced after its card page was set up can no longer be ' +
    'published.',
  method: 'PATCH',
  path: `${C}/links/{linkId}`,
  callers: ['key', 'session'],
  scope: 'write',
  permission: 'checkout.sell',
  verification: 'all-callers',
  subject: linkSubject,
  audit: 'checkout_link.update',
  refuseEarly: refuseTwoPrices,
  body: LinkChange,
  responses: { 200: { description: 'The link.', schema: LinkView } },
  errors: ['NOT_FOUND', 'BAD_REQUEST', 'CONFLICT'],
  uses: ['pages', 'cardRanges'],
  handle: ({ body: change, parameters: { linkId }, organization, runtime, execution }) =>
    updateLink(runtime, organization, { linkId, change }, execution),
});
