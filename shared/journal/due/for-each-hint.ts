import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Hint } from '../../ports/hint-queue.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';

/**
 * Works on every hint of a batch at once; a message whose work fails comes back.
 * @param failure what the log says then
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
