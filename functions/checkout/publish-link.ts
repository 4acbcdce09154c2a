import { linkSubject } from '../../shared/checkout/links/link-subject.ts';
import { LinkView } from '../../shared/checkout/links/present-link.ts';
import { publishLink } from '../../shared/checkout/links/publish-link.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { C } from '../../shared/contract/paths.ts';

export const endpoint = defineEndpoint({
  operation: 'publishLink',
  summary: 'Publish a link',
  description:
    'Makes a draft live: buyers can open `shareUrl`. A live link is answered as it is; a paused or expired one is ' +
    '`BAD_REQUEST`. Where the link offers cards, the card processor sets its page up first.\n\n' +
    'Its silence is 500 `INTERNAL`: the card page may exist, and publishing, changing and deleting answer `CONFLICT` until that ' +
    'is known, 15 minutes at most. The link stays a draft meanwhile; publish it again. `CONFLICT` is also a draft that was ' +
    'repriced after its card page was set up: delete it and create a new one. 503 `INTERNAL`: card payments are not set up ' +
    'on this environment, or the card processor refused; the link is unchanged and stays publishable.',
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
