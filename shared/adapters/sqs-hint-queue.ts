import { GetQueueAttributesCommand, SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { longestDelayMs } from '../journal/due/hint-due-work.ts';
import type { DueKind } from '../ports/due-kinds.ts';
import type { Hint, HintQueue } from '../ports/hint-queue.ts';

/** The most messages that SQS accepts in one call. */
const batchSize = 10;

interface Options {
  readonly client: SQSClient;
  readonly queueUrls: Readonly<Partial<Record<DueKind, string>>>;
}

/**
 * Sends hints as SQS messages, grouped by organization, so that fair queues keep one organization from delaying others.
 */
export function createSqsHintQueue({ client, queueUrls }: Options): HintQueue {
  const urlOf = (kind: DueKind) => {
    const url = queueUrls[kind];
    if (!url) throw new Error(`this function may not send to the queue of ${kind}`);
    return url;
  };
  return {
    async send(hints, now) {
      const kinds = [...new Set(hints.map(({ kind }) => kind))];
      await Promise.all(
        kinds.map(async (kind) => {
          const ofKind = hints.filter((hint) => hint.kind === kind);
          for (let start = 0; start < ofKind.length; start += batchSize) {
            await sendBatch(client, urlOf(kind), ofKind.slice(start, start + batchSize), now);
          }
        }),
      );
    },
    async backlog(kind) {
      const { Attributes = {} } = await client.send(
        new GetQueueAttributesCommand({
          QueueUrl: urlOf(kind),
          AttributeNames: ['ApproximateNumberOfMessages'],
        }),
      );
      return Number(Attributes.ApproximateNumberOfMessages);
    },
  };
}

async function sendBatch(client: SQSClient, QueueUrl: string, hints: readonly Hint[], now: number): Promise<void> {
  const { Failed = [] } = await client.send(
    new SendMessageBatchCommand({
      QueueUrl,
      Entries: hints.map((hint, index) => ({
        Id: index.toString(),
        MessageBody: JSON.stringify(hint),
        MessageGroupId: hint.organizationId,
        DelaySeconds: delaySeconds(hint, now),
      })),
    }),
  );
  if (Failed.length > 0) throw new Error(`${Failed.length} hints were not sent: ${Failed[0]?.Message}`);
}

/** Rounded up, so that a hint does not arrive early. */
function delaySeconds({ dueAt }: Hint, now: number): number {
  return Math.ceil(Math.min(Math.max(0, dueAt - now), longestDelayMs) / 1000);
}
