import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { batchSubject } from '../../shared/payouts/batches/batch/batch-subject.ts';
import { BatchView } from '../../shared/payouts/batches/batch/present-batch.ts';
import { confirmPayoutBatch } from '../../shared/payouts/batches/confirm-payout-batch.ts';

export const endpoint = defineEndpoint({
  operation: 'confirmPayoutBatch',
  summary: 'Confirm a batch',
  description:
    'Makes payouts of the valid lines; invalid ones stay refused. Where the policy has a threshold of any kind, the first ' +
    'confirm asks for one approval of the whole run and answers 202; so does every other until people have voted. After a ' +
    'rejection: `PAYOUT_BATCH_AWAITING_APPROVAL`; after an approval that expired or failed a confirm asks anew. A run whose ' +
    'API key was revoked only a member can confirm.',
  method: 'POST',
  path: `${P}/payouts/batches/{batchId}/confirm`,
  callers: ['key', 'session'],
  scope: 'write',
  permission: 'batches.confirm',
  verification: 'all-callers',
  subject: batchSubject,
  audit: 'payout_batch.confirm',
  responses: {
    200: { description: 'The run, `creating`.', schema: BatchView },
    202: { description: 'It waits for the approval that `approvalId` names.', schema: BatchView },
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
