import { findLink } from '../../shared/checkout/links/find-link.ts';
import { LinkView, presentLink } from '../../shared/checkout/links/present-link.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { C } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';

export const endpoint = defineEndpoint({
  operation: 'getLink',
  summary: 'Read a link',
  description: 'A published link whose `expiresAt` has passed is shown as `expired`.',
  method: 'GET',
  path: `${C}/links/{linkId}`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  responses: { 200: { description: 'The link.', schema: LinkView } },
  errors: ['NOT_FOUND'],
  uses: ['pages'],
  handle: async ({ parameters: { linkId }, organization, runtime: { store, clock, pagesUrl } }) => {
    const link = await findLink(store, organization.organizationId, linkId);
    return reply(200, presentLink(link, { organization, pagesUrl, now: clock() }));
  },
});
