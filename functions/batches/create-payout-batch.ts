import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { BatchRequest } from '../../shared/payouts/batches/batch/batch-request.ts';
import { batchSubject } from '../../shared/payouts/batches/batch/batch-subject.ts';
import { BatchView } from '../../shared/payouts/batches/batch/present-batch.ts';
import { createPayoutBatch } from '../../shared/payouts/batches/create-payout-batch.ts';

/**
 * When the body is escaped in the function's event, a JSON text at most doubles. The result is at most 5 MiB, within
 * Lambda's limit of 6 MB.
 */
const maxBodyBytes = 2.5 * 1024 * 1024;

export const endpoint = defineEndpoint({
  operation: 'createPayoutBatch',
  summary: 'Submit payouts as a batch',
  description:
    'Stores up to 1,000 payouts and answers at once; nothing is validated, priced or debited yet. A malformed ' +
    'item refuses the whole batch (`items[n]…`) and nothing is stored. Each item is then validated; an item that ' +
    'would be refused at any price becomes `invalid`. Items that repeat another item (`10` and `10.00` are the ' +
    'same amount) or its `reference` are `invalid` unless `X-Allow-Duplicate: true` is sent. With `autoCommit`, ' +
    'no invalid item and no approval threshold, the valid items become payouts. Otherwise the batch waits in ' +
    `\`awaiting_confirmation\`.\n\nThe body can have up to ${maxBodyBytes.toLocaleString('en-US')} bytes. Send ` +
    'UTF-8: an escape such as `\\u00e4` takes six bytes.\n\nItems are created in order, each at the price of that ' +
    'moment. A refused item becomes `create_failed` with its `errors` and does not stop the others. ' +
    '`payout_batch.completed` means that every item is resolved, not that money has settled.',
  method: 'POST',
  path: `${P}/payouts/batches`,
  callers: ['key'],
  scope: 'write',
  rateClass: 'batch-submission',
  duplicateGuard: true,
  subject: batchSubject,
  audit: 'payout_batch.create',
  maxBodyBytes,
  tooLargeAdvice: String.raw`Send UTF-8 instead of \u escapes, or split the batch.`,
  body: BatchRequest,
  responses: { 202: { description: 'The batch, `received`.', schema: BatchView } },
  errors: ['MASS_PAYOUTS_DISABLED', 'PAYOUT_BATCH_DUPLICATE_REFERENCE'],
  handle: ({ body, organization, caller, runtime, execution }) =>
    createPayoutBatch(runtime, { organization, caller }, body, execution),
});
