import type { SQSEvent } from 'aws-lambda';
import { defineWorker, earlyHintsOnly } from '../../shared/contract/worker.ts';
import { forEachHint } from '../../shared/journal/due/for-each-hint.ts';
import { advanceFlushes } from '../../shared/payouts/flushing/advance-flushes.ts';

/**
 * Sends the contents of payouts' addresses to the treasury. Only this function and the one that pays from vaults sign
 * on chains.
 */
export const worker = defineWorker({
  name: 'advance-flushes',
  trigger: {
    type: 'queue',
    kind: 'flushes',
    batchSize: 10,
    batchingSeconds: 0,
    maximumConcurrency: 2,
    chainEnds: earlyHintsOnly,
  },
  timeoutSeconds: 25,
  uses: ['depositFlusher'],
  handle: (event: SQSEvent, runtime) =>
    forEachHint(event, runtime, 'payouts could not be flushed', (hint) => advanceFlushes(runtime, hint)),
});
