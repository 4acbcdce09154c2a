import { label, limitParameter, listParameter, sameText } from '../../shared/contract/fields.ts';
import { defineList } from '../../shared/contract/lists/define-list.ts';
import { P } from '../../shared/contract/paths.ts';
import { listOrders } from '../../shared/payouts/payout/list-orders.ts';
import { PayoutView } from '../../shared/payouts/payout/present-payout.ts';
import { shownStatuses } from '../../shared/payouts/payout/transitions.ts';

export const endpoint = defineList({
  operation: 'listOrders',
  summary: 'List payouts',
  description:
    'Newest first. With `reference`, only the payouts that carry it. Strongly consistent: a payout that is not ' +
    'listed did not happen. Ordered by the time each payout was requested, or by the time it was created if that ' +
    'was more than a minute later, as for a batch that waited for confirmation.',
  path: `${P}/orders`,
  rateClass: 'high-volume',
  of: 'payouts',
  view: PayoutView,
  page: limitParameter(100, 50),
  filters: {
    reference: label(255)
      .optional()
      .meta({ description: `The \`reference\` of a payout. ${sameText}` }),
    status: listParameter(shownStatuses).optional(),
  },
  errors: ['ORDERS_TEMPORARILY_UNAVAILABLE'],
  list: ({ query, organization: { organizationId }, runtime }) => listOrders(runtime, organizationId, query),
});
