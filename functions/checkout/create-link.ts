import { createLink } from '../../shared/checkout/links/create-link.ts';
import { LinkRequest, refuseTwoPrices } from '../../shared/checkout/links/link-request.ts';
import { linkSubject } from '../../shared/checkout/links/link-subject.ts';
import { LinkView } from '../../shared/checkout/links/present-link.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { C } from '../../shared/contract/paths.ts';

export const endpoint = defineEndpoint({
  operation: 'createLink',
  summary: 'Create a link to a hosted payment page',
  description:
    'Sells a product, or `items` in a `currency`. The total is fixed on creation: later price changes of the ' +
    'product do not affect the link. The link is a draft until it is published; with `publish: true` it is live ' +
    'when the call returns. Check `status`: a draft that could not be published is kept, and `publishError` ' +
    'gives the reason, such as a deadline in the past (`LINK_EXPIRED`) or card payments that are not set up.\n\nIf ' +
    'the card processor does not answer, the response is 500 `INTERNAL` and the draft is kept: list your drafts, ' +
    'then publish or delete it. Sending the same request with the same key continues with that draft. It answers ' +
    '`CONFLICT` while the attempt is unresolved (at most 15 minutes) and once the draft has been edited or ' +
    'deleted.',
  method: 'POST',
  path: `${C}/links`,
  callers: ['key', 'session'],
  scope: 'write',
  permission: 'checkout.sell',
  verification: 'all-callers',
  idempotency: 'required-for-keys',
  subject: linkSubject,
  audit: 'checkout_link.create',
  refuseEarly: refuseTwoPrices,
  body: LinkRequest,
  responses: { 201: { description: 'The link.', schema: LinkView } },
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT'],
  uses: ['cards', 'pages'],
  handle: ({ body, organization, runtime, execution }) => createLink(runtime, organization, body, execution),
});
