import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { BatchRequest } from '../../shared/payouts/batches/batch/batch-request.ts';
import { batchSubject } from '../../shared/payouts/batches/batch/batch-subject.ts';
import { BatchView } from '../../shared/payouts/batches/batch/present-batch.ts';
import { createPayoutBatch } from '../../shared/payouts/batches/create-payout-batch.ts';

/** Escaped in the event of the function a JSON text doubles at most: 5 MiB, where Lambda takes 6 MB. */
const maxBodyBytes = 2.5 * 1024 * 1024;

export const endpoint = defineEndpoint({
  operation: 'createPayoutBatch',
  summary: 'Submit payouts as one run',
  description:
    'Stores up to 1,000 payouts and answers at once; nothing is validated, priced or debited yet. A malformed line refuses ' +
    'the whole run (`items[n]…`) and stores nothing. Then every line is validated: what would refuse it at any price makes it ' +
    '`invalid`. Lines that say the same as another one (`10` and `10.00` are one amount), or have its `reference`, are `invalid` ' +
    'unless `X-Allow-Duplicate: true` is sent. ' +
    'With `autoCommit`, no invalid line and no approval threshold the valid lines become payouts; otherwise the run waits in ' +
    '`awaiting_confirmation`.\n\n' +
    `The body may have ${maxBodyBytes.toLocaleString('en-US')} bytes. Send UTF-8: an escape such as \`\\u00e4\` takes six.\n\n` +
    'Lines are created in their order, each at the price of its moment. One that is refused is `create_failed` with its ' +
    '`errors`, and stops no other. `payout_batch.completed` says that every line is resolved, not that money has settled.',
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
  responses: { 202: { description: 'The run, `received`.', schema: BatchView } },
  errors: ['MASS_PAYOUTS_DISABLED', 'PAYOUT_BATCH_DUPLICATE_REFERENCE'],
  handle: ({ body, organization, caller, runtime, execution }) =>
    createPayoutBatch(runtime, { organization, caller }, body, execution),
});
