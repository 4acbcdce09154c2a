import type { SQSEvent } from 'aws-lambda';
import { intents } from '../../shared/checkout/every-method/intents.ts';
import { refundKinds } from '../../shared/checkout/every-method/refund-kinds.ts';
import { defineWorker, earlyHintsOnly } from '../../shared/contract/worker.ts';
import { forEachHint } from '../../shared/journal/due/for-each-hint.ts';
import type { AnyIntentKind } from '../../shared/journal/intents/intent-kind.ts';
import { resumeIntent } from '../../shared/journal/intents/resume-intent.ts';

/** Every kind of request to a processor. */
export const intentKinds: readonly AnyIntentKind[] = [...intents.flat(), ...refundKinds.values()];

/** Resumes requests to a processor that have not been answered yet. */
export const worker = defineWorker({
  name: 'resume-intents',
  trigger: {
    type: 'queue',
    kind: 'intents',
    batchSize: 10,
    batchingSeconds: 0,
    maximumConcurrency: 5,
    chainEnds: earlyHintsOnly,
  },
  timeoutSeconds: 20,
  uses: ['cards'],
  handle: (event: SQSEvent, runtime) =>
    forEachHint(event, runtime, 'an intent could not be resumed', (hint) => resumeIntent(runtime, hint, intentKinds)),
});
