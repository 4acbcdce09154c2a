import * as z from 'zod';
import { listReceipts } from '../../shared/checkout/crypto/list-receipts.ts';
import { ReceiptView } from '../../shared/checkout/crypto/present-receipt.ts';
import { receiptStatuses } from '../../shared/checkout/crypto/receipt.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { CursorParameter, limitParameter, listParameter, NextCursor, rowsOf } from '../../shared/contract/fields.ts';
import { C } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { serve } from '../../shared/lambda/serve.ts';

export const endpoint = defineEndpoint({
  operation: 'listReceipts',
  summary: 'List receipts by crypto',
  description:
    'Transfers to the addresses of the organization that are not the exact amount of an attempt, or came for none: by the time of ' +
    'their block, newest first. They count for nothing until a member assigns them to a payment. Addresses are read while attempts ' +
    'are open, and for a week after the last one.',
  method: 'GET',
  path: `${C}/receipts`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'standard',
  idempotency: 'none',
  query: z.strictObject({
    cursor: CursorParameter.optional(),
    limit: limitParameter(100, 50),
    status: listParameter(receiptStatuses).optional(),
  }),
  responses: {
    200: {
      description: 'A page of receipts.',
      schema: z.object({ data: rowsOf(ReceiptView), nextCursor: NextCursor }),
    },
  },
  errors: [],
  tableAccess: 'read',
  handle: async ({ query, organization: { organizationId }, runtime }) =>
    reply(200, await listReceipts(runtime, organizationId, query)),
});

export const handler = serve(endpoint);
