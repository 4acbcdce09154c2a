import type { SQSEvent } from 'aws-lambda';
import { defineWorker, earlyHintsOnly } from '../../shared/contract/worker.ts';
import { forEachHint } from '../../shared/journal/due/for-each-hint.ts';
import { retryDelivery } from '../../shared/webhooks/deliveries/retry-delivery.ts';

/** Retries deliveries that failed, and attempts deliveries that are replayed. */
export const worker = defineWorker({
  name: 'retry-deliveries',
  trigger: {
    type: 'queue',
    kind: 'deliveries',
    batchSize: 10,
    batchingSeconds: 1,
    maximumConcurrency: 30,
    chainEnds: earlyHintsOnly,
  },
  timeoutSeconds: 28,
  uses: ['sealing', 'receivers'],
  handle: (event: SQSEvent, runtime) =>
    forEachHint(event, runtime, 'a delivery could not be retried', (hint) => retryDelivery(runtime, hint)),
});
