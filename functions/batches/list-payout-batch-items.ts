import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { CursorParameter, limitParameter, listParameter, NextCursor, rowsOf } from '../../shared/contract/fields.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { BatchItemView } from '../../shared/payouts/batches/batch/present-batch-item.ts';
import { batchItemStatuses } from '../../shared/payouts/batches/batch/statuses.ts';
import { listBatchItems } from '../../shared/payouts/batches/list-batch-items.ts';

export const endpoint = defineEndpoint({
  operation: 'listPayoutBatchItems',
  summary: 'List the items of a batch',
  description:
    'In their order. Items that were not validated before a run was canceled are kept for 30 days, all others for good.',
  method: 'GET',
  path: `${P}/payouts/batches/{batchId}/items`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'standard',
  query: z.strictObject({
    cursor: CursorParameter.optional(),
    limit: limitParameter(100, 50),
    status: listParameter(batchItemStatuses).optional(),
  }),
  responses: {
    200: {
      description: 'A page of items.',
      schema: z.object({ data: rowsOf(BatchItemView), nextCursor: NextCursor }),
    },
  },
  errors: ['BATCH_NOT_FOUND'],
  handle: async ({ parameters: { batchId }, query, organization: { organizationId }, runtime }) =>
    reply(200, await listBatchItems(runtime, organizationId, batchId, query)),
});
