import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { batchSubject } from '../../shared/payouts/batches/batch/batch-subject.ts';
import { BatchView } from '../../shared/payouts/batches/batch/present-batch.ts';
import { cancelPayoutBatch } from '../../shared/payouts/batches/cancel-payout-batch.ts';

export const endpoint = defineEndpoint({
  operation: 'cancelPayoutBatch',
  summary: 'Cancel a batch',
  description:
    'Possible until creation starts. Ends the approval that the batch is waiting for. The `externalReferenceId` ' +
    'of the batch stays taken. Emits `payout_batch.canceled`.',
  method: 'POST',
  path: `${P}/payouts/batches/{batchId}/cancel`,
  callers: ['key', 'session'],
  scope: 'write',
  permission: 'batches.confirm',
  idempotency: 'optional',
  subject: batchSubject,
  audit: 'payout_batch.cancel',
  responses: { 200: { description: 'The canceled batch.', schema: BatchView } },
  errors: ['BATCH_NOT_FOUND', 'PAYOUT_BATCH_NOT_CANCELABLE'],
  handle: ({ parameters: { batchId }, organization: { organizationId }, runtime, execution }) =>
    cancelPayoutBatch(runtime, organizationId, batchId, execution),
});
