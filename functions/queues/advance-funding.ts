import type { SQSEvent } from 'aws-lambda';
import { defineWorker, earlyHintsOnly } from '../../shared/contract/worker.ts';
import { forEachHint } from '../../shared/journal/due/for-each-hint.ts';
import { advanceFunding } from '../../shared/payouts/arrivals/advance-funding.ts';

/** Finds the money that organizations send to the addresses of their payouts, and ends payouts that nobody funds. */
export const worker = defineWorker({
  name: 'advance-funding',
  trigger: {
    type: 'queue',
    kind: 'funding',
    batchSize: 10,
    batchingSeconds: 0,
    maximumConcurrency: 5,
    chainEnds: earlyHintsOnly,
  },
  timeoutSeconds: 20,
  uses: ['depositChain', 'senderScreening', 'prices'],
  handle: (event: SQSEvent, runtime) =>
    forEachHint(event, runtime, 'funding could not be advanced', (hint) => advanceFunding(runtime, hint)),
});
