import * as z from 'zod';
import { listReceipts } from '../../shared/checkout/methods/crypto/payments/list-receipts.ts';
import { ReceiptView } from '../../shared/checkout/methods/crypto/payments/present-receipt.ts';
import { receiptStatuses } from '../../shared/checkout/methods/crypto/payments/receipt.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { CursorParameter, limitParameter, listParameter, NextCursor, rowsOf } from '../../shared/contract/fields.ts';
import { CompleteUntil } from '../../shared/contract/lists/list-walk.ts';
import { C } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';

export const endpoint = defineEndpoint({
  operation: 'listReceipts',
  summary: 'List receipts by crypto',
  description:
    'Transfers to the addresses of the organization that are not the exact amount of an attempt, or came for none: newest first, by ' +
    'the time of their block, or by when they were recorded if that was more than a minute later. They count for nothing until a ' +
    'member assigns them to a payment. Addresses are read while attempts are open, and for a week after the last one.',
  method: 'GET',
  path: `${C}/receipts`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'standard',
  query: z.strictObject({
    cursor: CursorParameter.optional(),
    limit: limitParameter(100, 50),
    status: listParameter(receiptStatuses).optional(),
  }),
  responses: {
    200: {
      description: 'A page of receipts.',
      schema: z.object({ data: rowsOf(ReceiptView), completeUntil: CompleteUntil, nextCursor: NextCursor }),
    },
  },
  errors: [],
  handle: async ({ query, organization: { organizationId }, runtime }) =>
    reply(200, await listReceipts(runtime, organizationId, query)),
});
