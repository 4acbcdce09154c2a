import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Hint } from '../../ports/hint-queue.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';

/**
 * Works on all hints of a batch at the same time. A message whose work fails comes back to the queue.
 * @param failure the log message for failed work
 */
export async function forEachHint(
  { Records }: SQSEvent,
  { log }: Pick<WorkerRuntime, 'log'>,
  failure: string,
  work: (hint: Hint) => Promise<void>,
): Promise<SQSBatchResponse> {
  const failed = await Promise.all(
    Records.map(async ({ messageId, body }) => {
      const hint = JSON.parse(body) as Hint;
      try {
        await work(hint);
        return [];
      } catch (error) {
        log.error(failure, { error: error as Error, ...hint });
        return [{ itemIdentifier: messageId }];
      }
    }),
  );
  return { batchItemFailures: failed.flat() };
}
