import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import {
  CursorParameter,
  label,
  limitParameter,
  listParameter,
  NextCursor,
  rowsOf,
  sameText,
} from '../../shared/contract/fields.ts';
import { CompleteUntil } from '../../shared/contract/lists/list-walk.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { listOrders } from '../../shared/payouts/payout/list-orders.ts';
import { PayoutView } from '../../shared/payouts/payout/present-payout.ts';
import { payoutStatuses } from '../../shared/payouts/payout/transitions.ts';

export const endpoint = defineEndpoint({
  operation: 'listOrders',
  summary: 'List payouts',
  description:
    'Newest first; with `reference` those that carry it. Strongly consistent: what is not here did not happen. Ordered by when each ' +
    'was asked for, or by when it was made if that was more than a minute later, as for a batch that waited to be confirmed.',
  method: 'GET',
  path: `${P}/orders`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'high-volume',
  query: z.strictObject({
    cursor: CursorParameter.optional(),
    limit: limitParameter(100, 50),
    reference: label(255)
      .optional()
      .meta({ description: `The \`reference\` of a payout. ${sameText}` }),
    status: listParameter(payoutStatuses).optional(),
  }),
  responses: {
    200: {
      description: 'A page of payouts.',
      schema: z.object({ data: rowsOf(PayoutView), completeUntil: CompleteUntil, nextCursor: NextCursor }),
    },
  },
  errors: ['ORDERS_TEMPORARILY_UNAVAILABLE'],
  handle: async ({ query, organization: { organizationId }, runtime }) =>
    reply(200, await listOrders(runtime, organizationId, query)),
});
