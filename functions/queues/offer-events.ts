import type { SQSEvent } from 'aws-lambda';
import { defineWorker } from '../../shared/contract/worker.ts';
import { forEachHint } from '../../shared/journal/due/for-each-hint.ts';
import { offerEvents } from '../../shared/webhooks/offering/offer-events.ts';

/** Offers new events to the endpoints that want them. */
export const worker = defineWorker({
  name: 'offer-events',
  // An endpoint that responds slowly occupies a call for seconds, so there must be other calls.
  trigger: {
    type: 'queue',
    kind: 'endpoints',
    batchSize: 10,
    batchingSeconds: 0,
    maximumConcurrency: 100,
    chainEnds:
      'A hint is sent again while events are unread, and each round moves a cursor; or while another worker holds the endpoint, which ends with its lease.',
  },
  timeoutSeconds: 28,
  uses: ['eventBus', 'sealing', 'receivers', 'heartbeats'],
  handle: (event: SQSEvent, runtime) =>
    forEachHint(event, runtime, 'events could not be offered', (hint) => offerEvents(runtime, hint)),
});
