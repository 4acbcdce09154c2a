import type { SQSEvent } from 'aws-lambda';
import { busFromEnvironment } from '../../shared/bus/bus-from-environment.ts';
import { eachHint } from '../../shared/due/each-hint.ts';
import { serveWorker } from '../../shared/runtime/serve-worker.ts';
import { defineWorker } from '../../shared/runtime/worker.ts';
import { offerEvents } from '../../shared/webhooks/offer-events.ts';

/** Offers new events to the endpoints that want them. */
export const worker = defineWorker({
  name: 'offer-events',
  // An endpoint that answers slowly holds a call for seconds: there must be others.
  trigger: { type: 'queue', kind: 'endpoints', batchSize: 10, batchingSeconds: 0, maximumConcurrency: 100 },
  timeoutSeconds: 28,
  usesSecrets: true,
  callsReceivers: true,
  bus: 'publishes',
  handle: (event: SQSEvent, runtime) =>
    eachHint(event, runtime, 'events could not be offered', (hint) => offerEvents(runtime, hint)),
});

export const handler = serveWorker(worker, () => ({ bus: busFromEnvironment() }));
