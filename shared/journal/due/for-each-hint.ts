import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Hint } from '../../ports/hint-queue.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import { readHints } from './read-hints.ts';

/**
 * Works on all hints of a batch concurrently. A message that is not a hint, or whose work fails, returns to the queue.
 * @param failure the log message for failed work
 */
export async function forEachHint(
  event: SQSEvent,
  { log }: Pick<WorkerRuntime, 'log'>,
  failure: string,
  work: (hint: Hint) => Promise<void>,
): Promise<SQSBatchResponse> {
  const { messages, unreadable } = readHints(event, { log });
  const failed = await Promise.all(
    messages.map(async ({ messageId, hint }) => {
      try {
        await work(hint);
        return [];
      } catch (error) {
        log.error(failure, { error: error as Error, ...hint });
        return [messageId];
      }
    }),
  );
  return { batchItemFailures: [...unreadable, ...failed.flat()].map((itemIdentifier) => ({ itemIdentifier })) };
}
