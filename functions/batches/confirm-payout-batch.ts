import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { batchSubject } from '../../shared/payouts/batches/batch/batch-subject.ts';
import { BatchView } from '../../shared/payouts/batches/batch/present-batch.ts';
import { confirmPayoutBatch } from '../../shared/payouts/batches/confirm-payout-batch.ts';

export const endpoint = defineEndpoint({
  operation: 'confirmPayoutBatch',
  summary: 'Confirm a batch',
  description:
    'Creates payouts from the valid items; invalid items stay refused. If the policy has an approval threshold ' +
    'of any kind, the first confirmation requests one approval of the whole batch and answers 202, as does every ' +
    'further confirmation until people have voted. After a rejection the answer is ' +
    '`PAYOUT_BATCH_AWAITING_APPROVAL`; after an approval that expired or failed, confirming requests a new one. ' +
    'If the API key that submitted a batch was revoked, only a member can confirm it.',
  method: 'POST',
  path: `${P}/payouts/batches/{batchId}/confirm`,
  callers: ['key', 'session'],
  scope: 'write',
  permission: 'batches.confirm',
  verification: 'all-callers',
  subject: batchSubject,
  audit: 'payout_batch.confirm',
  responses: {
    200: { description: 'The batch, `creating`.', schema: BatchView },
    202: { description: 'The batch is waiting for the approval named in `approvalId`.', schema: BatchView },
  },
  errors: [
    'BATCH_NOT_FOUND',
    'PAYOUT_BATCH_NOT_CONFIRMABLE',
    'PAYOUT_BATCH_AWAITING_APPROVAL',
    'MASS_PAYOUTS_DISABLED',
    'BAD_REQUEST',
    'PROVIDER_REJECTED',
    'CURRENCY_PRECISION_MISMATCH',
    'CONFLICT',
  ],
  uses: ['prices'],
  handle: ({ parameters: { batchId }, organization, caller, runtime, execution }) =>
    confirmPayoutBatch(runtime, { organization, caller }, batchId, execution),
});
