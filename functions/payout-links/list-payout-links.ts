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
import { listPayoutLinks } from '../../shared/payouts/links/list-payout-links.ts';
import { payoutLinkStatuses } from '../../shared/payouts/links/payout-link-status.ts';
import { PayoutLinkView } from '../../shared/payouts/links/present-payout-link.ts';

export const endpoint = defineEndpoint({
  operation: 'listPayoutLinks',
  summary: 'List payout links',
  description:
    'Newest first; with `reference` those that have it. Strongly consistent: a link that is not here was not made, or waits for votes.',
  method: 'GET',
  path: `${P}/payout-links`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'standard',
  query: z.strictObject({
    cursor: CursorParameter.optional(),
    limit: limitParameter(100, 50),
    reference: label(255)
      .optional()
      .meta({ description: `Your name of the payout. ${sameText}` }),
    status: listParameter(payoutLinkStatuses).optional(),
  }),
  responses: {
    200: {
      description: 'A page of links.',
      schema: z.object({ data: rowsOf(PayoutLinkView), completeUntil: CompleteUntil, nextCursor: NextCursor }),
    },
  },
  errors: [],
  handle: async ({ query, organization: { organizationId }, runtime }) =>
    reply(200, await listPayoutLinks(runtime, organizationId, query)),
});
