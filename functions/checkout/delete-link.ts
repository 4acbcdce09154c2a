import { deleteLink } from '../../shared/checkout/links/delete-link.ts';
import { linkSubject } from '../../shared/checkout/links/link-subject.ts';
import { LinkView } from '../../shared/checkout/links/present-link.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { C } from '../../shared/contract/paths.ts';

export const endpoint = defineEndpoint({
  operation: 'deleteLink',
  summary: 'Delete a draft',
  description:
    'Only drafts can be deleted; anything else is `BAD_REQUEST`. `CONFLICT` while the draft is being published.',
  method: 'DELETE',
  path: `${C}/links/{linkId}`,
  callers: ['key', 'session'],
  scope: 'write',
  permission: 'checkout.sell',
  verification: 'all-callers',
  idempotency: 'optional',
  subject: linkSubject,
  audit: 'checkout_link.delete',
  responses: { 200: { description: 'The draft before it was deleted.', schema: LinkView } },
  errors: ['NOT_FOUND', 'BAD_REQUEST', 'CONFLICT'],
  uses: ['pages', 'cardRanges'],
  handle: ({ parameters: { linkId }, organization, runtime, execution }) =>
    deleteLink(runtime, organization, linkId, execution),
});
