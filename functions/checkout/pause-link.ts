import { linkSubject } from '../../shared/checkout/links/link-subject.ts';
import { pauseLink } from '../../shared/checkout/links/pause-link.ts';
import { LinkView } from '../../shared/checkout/links/present-link.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { C } from '../../shared/contract/paths.ts';

export const endpoint = defineEndpoint({
  operation: 'pauseLink',
  summary: 'Pause a link',
  description:
    'Permanent: the page accepts no further payments, and the link cannot be published again. Pausing a paused ' +
    'link changes nothing; a draft or an expired link is `BAD_REQUEST`. Money that a buyer has already sent is ' +
    'still recorded.',
  method: 'POST',
  path: `${C}/links/{linkId}/pause`,
  callers: ['key', 'session'],
  scope: 'write',
  permission: 'checkout.sell',
  verification: 'all-callers',
  idempotency: 'optional',
  subject: linkSubject,
  audit: 'checkout_link.pause',
  responses: { 200: { description: 'The link, `paused`.', schema: LinkView } },
  errors: ['NOT_FOUND', 'BAD_REQUEST'],
  uses: ['pages', 'cardRanges'],
  handle: ({ parameters: { linkId }, organization, runtime, execution }) =>
    pauseLink(runtime, organization, linkId, execution),
});
