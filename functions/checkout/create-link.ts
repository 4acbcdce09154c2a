import { createLink } from '../../shared/checkout/links/create-link.ts';
import { LinkRequest, refuseTwoPrices } from '../../shared/checkout/links/link-request.ts';
import { linkSubject } from '../../shared/checkout/links/link-subject.ts';
import { LinkView } from '../../shared/checkout/links/present-link.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { C } from '../../shared/contract/paths.ts';

export const endpoint = defineEndpoint({
  operation: 'createLink',
  summary: 'Create a link that buyers pay on a hosted page',
  description:
    'Sells a product, or `items` in a `currency`. The total is fixed here: a new price of the product changes no link. ' +
    'A draft, until it is published; with `publish: true` it is live on return. Branch on `status`: a draft that could not ' +
    'be published is kept, and `publishError` says why. A deadline that has passed is such a reason (`LINK_EXPIRED`), ' +
    'as are card payments that are not set up.\n\n' +
    'When the card processor does not answer, the answer is 500 `INTERNAL` and the draft is kept: list drafts, then publish or ' +
    'delete it. The same request under the same key goes on with that draft; while the attempt is not settled, 15 minutes ' +
    'at most, and once the draft was edited or deleted, it answers `CONFLICT`.',
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
