import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { defineWorker, earlyHintsOnly } from '../../shared/contract/worker.ts';
import { readHints } from '../../shared/journal/due/read-hints.ts';
import { advancePayouts } from '../../shared/payouts/lifecycle/advance-payouts.ts';
import type { Hint } from '../../shared/ports/hint-queue.ts';

/** Sends payouts to their rail and asks for their status. The payouts of one organization are committed together. */
export const worker = defineWorker({
  name: 'advance-payouts',
  // One call takes the hints of a second. Each commit of an organization delays its other commits, and a commit of many
  // payouts takes no longer than one of a single payout.
  trigger: {
    type: 'queue',
    kind: 'rails',
    batchSize: 50,
    batchingSeconds: 1,
    maximumConcurrency: 10,
    chainEnds: earlyHintsOnly,
  },
  timeoutSeconds: 20,
  uses: ['payouts'],
  handle: async (event: SQSEvent, runtime): Promise<SQSBatchResponse> => {
    const { messages, unreadable } = readHints(event, runtime);
    const groups = Map.groupBy(messages, ({ hint }) => hint.organizationId);
    const failed = await Promise.all(
      [...groups].map(async ([organizationId, group]) => {
        try {
          await advancePayouts(runtime, organizationId, uniqueHints(group.map(({ hint }) => hint)));
          return [];
        } catch (error) {
          runtime.log.error('payouts could not be advanced', { error: error as Error, organizationId });
          return group.map(({ messageId }) => messageId);
        }
      }),
    );
    return { batchItemFailures: [...unreadable, ...failed.flat()].map((itemIdentifier) => ({ itemIdentifier })) };
  },
});

/** Keeps one hint per row. */
function uniqueHints(hints: readonly Hint[]): Hint[] {
  return [...new Map(hints.map((hint) => [hint.resourceId, hint])).values()];
}
