import { linkSubject } from '../../shared/checkout/links/link-subject.ts';
import { LinkView } from '../../shared/checkout/links/present-link.ts';
import { publishLink } from '../../shared/checkout/links/publish-link.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { C } from '../../shared/contract/paths.ts';

export const endpoint = defineEndpoint({
  operation: 'publishLink',
  summary: 'Publish a link',
  description:
    'Makes a draft live, so that buyers can open `shareUrl`. Publishing a live link changes nothing; a paused or ' +
    'expired link is `BAD_REQUEST`. If the link offers cards, the card processor sets up its payment page ' +
    'first.\n\nIf the card processor does not answer, the response is 500 `INTERNAL`. The card page may then ' +
    'exist, and publishing, changing and deleting answer `CONFLICT` until the outcome is known, for at most 15 ' +
    'minutes. The link stays a draft in the meantime; publish it again afterwards. `CONFLICT` is also the answer ' +
    'for a draft that was repriced after its card page was set up: delete it and create a new one. 503 ' +
    '`INTERNAL` means that card payments are not set up in this environment, or that the card processor refused; ' +
    'the link is unchanged and can still be published.',
  method: 'POST',
  path: `${C}/links/{linkId}/publish`,
  callers: ['key', 'session'],
  scope: 'write',
  permission: 'checkout.sell',
  verification: 'all-callers',
  subject: linkSubject,
  audit: 'checkout_link.publish',
  responses: { 200: { description: 'The link, `sent`.', schema: LinkView } },
  canBeUnavailable: true,
  errors: ['NOT_FOUND', 'LINK_EXPIRED', 'BAD_REQUEST', 'CONFLICT'],
  uses: ['cards', 'pages'],
  handle: ({ parameters: { linkId }, organization, runtime, execution }) =>
    publishLink(runtime, organization, linkId, execution),
});
