import * as z from 'zod';
import { listPayments } from '../../shared/checkout/payments/listed/list-payments.ts';
import { CheckoutPayment } from '../../shared/checkout/payments/present-payment.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { CursorParameter, clampedLimitParameter, NextCursor, rowsOf } from '../../shared/contract/fields.ts';
import { C } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';

export const endpoint = defineEndpoint({
  operation: 'listCheckoutPayments',
  summary: 'List the payments on a link',
  description:
    'The last recorded first, which is the order of `createdAt`, and strongly consistent: what confirms a payment. Never confirm ' +
    'one from a redirect of the page alone. A payment keeps its position: one that was recorded as `pending` stays where it is ' +
    'when it is paid, so read such changes from the events `checkout_payment.*`.',
  method: 'GET',
  path: `${C}/links/{linkId}/payments`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'standard',
  query: z.strictObject({ cursor: CursorParameter.optional(), limit: clampedLimitParameter(100, 20) }),
  responses: {
    200: {
      description: 'A page of payments.',
      schema: z.object({ data: rowsOf(CheckoutPayment), nextCursor: NextCursor }),
    },
  },
  errors: ['NOT_FOUND'],
  handle: async ({ parameters: { linkId }, query, organization: { organizationId }, runtime }) =>
    reply(200, await listPayments(runtime, organizationId, linkId, query)),
});
