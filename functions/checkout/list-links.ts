import { linkStatuses } from '../../shared/checkout/links/link-status.ts';
import { listLinks } from '../../shared/checkout/links/list-links.ts';
import { LinkView } from '../../shared/checkout/links/present-link.ts';
import { limitParameter, listParameter } from '../../shared/contract/fields.ts';
import { defineList } from '../../shared/contract/lists/define-list.ts';
import { C } from '../../shared/contract/paths.ts';

export const endpoint = defineList({
  operation: 'listLinks',
  summary: 'List links',
  description:
    'Newest first, filtered by current `status`: a published link whose `expiresAt` has passed is `expired`.',
  path: `${C}/links`,
  of: 'links',
  view: LinkView,
  page: limitParameter(100, 20),
  filters: {
    status: listParameter(linkStatuses).optional(),
  },
  uses: ['pages'],
  list: ({ query, organization, runtime }) => listLinks(runtime, organization, query),
});
