import type { SQSEvent } from 'aws-lambda';
import { cardPrice } from '../../shared/checkout/links/card-price.ts';
import { cardPriceClosing } from '../../shared/checkout/links/close-card-price.ts';
import { sessionIntent } from '../../shared/checkout/methods/card/payments/session-intent.ts';
import { refundKind } from '../../shared/checkout/refunds/refund-kind.ts';
import { defineWorker, earlyHintsOnly } from '../../shared/contract/worker.ts';
import { forEachHint } from '../../shared/journal/due/for-each-hint.ts';
import type { AnyIntentKind } from '../../shared/journal/intents/intent-kind.ts';
import { resumeIntent } from '../../shared/journal/intents/resume-intent.ts';

/** Everything that a processor is asked to do. */
export const intentKinds: readonly AnyIntentKind[] = [cardPrice, cardPriceClosing, sessionIntent, refundKind];

/** Goes on with what a processor was asked to do and has not answered yet. */
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
