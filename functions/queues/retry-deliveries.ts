import type { SQSEvent } from 'aws-lambda';
import { eachHint } from '../../shared/due/each-hint.ts';
import { serveWorker } from '../../shared/runtime/serve-worker.ts';
import { defineWorker } from '../../shared/runtime/worker.ts';
import { retryDelivery } from '../../shared/webhooks/retry-delivery.ts';

/** Attempts deliveries again that failed, or that somebody asked for again. */
export const worker = defineWorker({
  name: 'retry-deliveries',
  trigger: { type: 'queue', kind: 'deliveries', batchSize: 10, batchingSeconds: 1, maximumConcurrency: 30 },
  timeoutSeconds: 28,
  usesSecrets: true,
  callsReceivers: true,
  handle: (event: SQSEvent, runtime) =>
    eachHint(event, runtime, 'a delivery could not be retried', (hint) => retryDelivery(runtime, hint)),
});

export const handler = serveWorker(worker);
