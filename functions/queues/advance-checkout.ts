import type { SQSEvent } from 'aws-lambda';
import { due } from '../../shared/checkout/every-method/due.ts';
import { advancePayment } from '../../shared/checkout/payments/advance-payment.ts';
import { defineWorker, earlyHintsOnly } from '../../shared/contract/worker.ts';
import { UnknownValue } from '../../shared/ground/table/known-values.ts';
import { DueWorkEntity } from '../../shared/journal/due/due-work.ts';
import { forEachHint } from '../../shared/journal/due/for-each-hint.ts';
import { withClaim } from '../../shared/journal/due/with-claim.ts';
import type { Hint } from '../../shared/ports/hint-queue.ts';
import type { WorkerRuntime } from '../../shared/ports/runtime.ts';

const uses = [...new Set(['cards' as const, ...due.flatMap((method) => method.uses)])];

type Advance = (runtime: WorkerRuntime<(typeof uses)[number]>, hint: Hint) => Promise<void>;

/**
 * The action for each resource, by the prefix of its id. `pay` covers every payment with a charge, whatever its method.
 */
const advances = new Map<string, Advance>([
  ['pay', advancePayment],
  ...due.flatMap((method) => Object.entries<Advance>(method.advances)),
]);

/** Work that only a later release understands waits for that release. */
const waitForRelease: Advance = (runtime, hint) =>
  withClaim(runtime, hint, async () => {
    throw new UnknownValue(DueWorkEntity, 'resourceId');
  });

/** Asks acquirers and chains for the outcome of payments, and records it. */
export const worker = defineWorker({
  name: 'advance-checkout',
  trigger: {
    type: 'queue',
    kind: 'checkout',
    batchSize: 10,
    batchingSeconds: 0,
    maximumConcurrency: 5,
    chainEnds: earlyHintsOnly,
  },
  timeoutSeconds: 20,
  uses,
  handle: (event: SQSEvent, runtime) =>
    forEachHint(event, runtime, 'checkout could not be advanced', (hint) => {
      const [prefix = ''] = hint.resourceId.split('_');
      return (advances.get(prefix) ?? waitForRelease)(runtime, hint);
    }),
});
