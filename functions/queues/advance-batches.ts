import type { SQSEvent } from 'aws-lambda';
import { defineWorker, earlyHintsOnly } from '../../shared/contract/worker.ts';
import { forEachHint } from '../../shared/journal/due/for-each-hint.ts';
import { advanceBatch } from '../../shared/payouts/batches/work/advance-batch.ts';

/** Validates the items of batches, and creates payouts from them. */
export const worker = defineWorker({
  name: 'advance-batches',
  // A batch takes seconds of processor time, so each call handles one.
  trigger: {
    type: 'queue',
    kind: 'batches',
    batchSize: 1,
    batchingSeconds: 0,
    maximumConcurrency: 5,
    chainEnds: earlyHintsOnly,
  },
  timeoutSeconds: 20,
  uses: ['prices', 'depositChain', 'depositRecords'],
  handle: (event: SQSEvent, runtime) =>
    forEachHint(event, runtime, 'a batch could not be advanced', (hint) => advanceBatch(runtime, hint)),
});
