import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { findBatch } from '../../shared/payouts/batches/batch/find-batch.ts';
import { BatchView, presentBatch } from '../../shared/payouts/batches/batch/present-batch.ts';

export const endpoint = defineEndpoint({
  operation: 'getPayoutBatch',
  summary: 'Read a batch',
  description: 'The status of the batch, the number of items in each status, and the totals.',
  method: 'GET',
  path: `${P}/payouts/batches/{batchId}`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  responses: { 200: { description: 'The batch.', schema: BatchView } },
  errors: ['BATCH_NOT_FOUND'],
  handle: async ({ parameters: { batchId }, organization: { organizationId }, runtime: { store } }) =>
    reply(200, presentBatch(await findBatch(store, organizationId, batchId))),
});
