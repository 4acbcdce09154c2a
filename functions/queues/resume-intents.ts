import type { SQSEvent } from 'aws-lambda';
import { defineWorker } from '../../shared/contract/worker.ts';
import { forEachHint } from '../../shared/journal/due/for-each-hint.ts';
import type { AnyIntentKind } from '../../shared/journal/intents/intent-kind.ts';
import { resumeIntent } from '../../shared/journal/intents/resume-intent.ts';
import { serveWorker } from '../../shared/lambda/serve-worker.ts';

/** Checkout brings the first: refunds and card pages. */
const kinds: readonly AnyIntentKind[] = [];

/** Goes on with what a processor was asked to do and has not answered yet. */
export const worker = defineWorker({
  name: 'resume-intents',
  trigger: { type: 'queue', kind: 'intents', batchSize: 10, batchingSeconds: 0, maximumConcurrency: 5 },
  timeoutSeconds: 20,
  handle: (event: SQSEvent, runtime) =>
    forEachHint(event, runtime, 'an intent could not be resumed', (hint) => resumeIntent(runtime, hint, kinds)),
});

export const handler = serveWorker(worker);
