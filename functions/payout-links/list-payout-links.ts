import { label, limitParameter, listParameter, sameText } from '../../shared/contract/fields.ts';
import { defineList } from '../../shared/contract/lists/define-list.ts';
import { P } from '../../shared/contract/paths.ts';
import { listPayoutLinks } from '../../shared/payouts/links/list-payout-links.ts';
import { payoutLinkStatuses } from '../../shared/payouts/links/payout-link-status.ts';
import { PayoutLinkView } from '../../shared/payouts/links/present-payout-link.ts';

export const endpoint = defineList({
  operation: 'listPayoutLinks',
  summary: 'List payout links',
  description:
    'Newest first. With `reference`, only the links that have it. Strongly consistent: a link that is not listed was not created, or is waiting for votes.',
  path: `${P}/payout-links`,
  of: 'links',
  view: PayoutLinkView,
  page: limitParameter(100, 50),
  filters: {
    reference: label(255)
      .optional()
      .meta({ description: `Your name for the payout. ${sameText}` }),
    status: listParameter(payoutLinkStatuses).optional(),
  },
  list: ({ query, organization: { organizationId }, runtime }) => listPayoutLinks(runtime, organizationId, query),
});
