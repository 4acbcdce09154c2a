import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { settleApproval } from '../../shared/approvals/settle-approval.ts';
import type { Hint } from '../../shared/due/hint-queue.ts';
import { serveWorker } from '../../shared/runtime/serve-worker.ts';
import { defineWorker } from '../../shared/runtime/worker.ts';

/** Executes approvals that have their votes, and ends those whose time is up. */
export const worker = defineWorker({
  name: 'execute-approvals',
  trigger: { type: 'queue', kind: 'approvals', batchSize: 10, batchingSeconds: 0, maximumConcurrency: 5 },
  timeoutSeconds: 20,
  handle: async ({ Records }: SQSEvent, runtime): Promise<SQSBatchResponse> => {
    const failed = await Promise.all(
      Records.map(async ({ messageId, body }) => {
        const hint = JSON.parse(body) as Hint;
        try {
          await settleApproval(runtime, hint);
          return [];
        } catch (error) {
          runtime.log.error('an approval could not be settled', { error: error as Error, ...hint });
          return [{ itemIdentifier: messageId }];
        }
      }),
    );
    return { batchItemFailures: failed.flat() };
  },
});

export const handler = serveWorker(worker);
