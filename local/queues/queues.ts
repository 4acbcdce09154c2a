import { CreateQueueCommand, GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import type { DueKind } from '../../shared/ports/due-kinds.ts';
import { createQueueClient } from './clients.ts';

export interface Queue {
  readonly url: string;
  readonly arn: string;
}

export interface LocalQueues {
  readonly client: SQSClient;
  readonly endpoint: string;
  readonly queues: ReadonlyMap<DueKind, Queue>;
  stop(): Promise<void>;
}

/**
 * The visibility timeout as a multiple of the function timeout, as AWS recommends, because the retries of the
 * invocation must fit into it.
 */
const VISIBILITY_PER_TIMEOUT = 6;
/** The number of deliveries before a hint goes to the dead-letter queue. The row stays, so a sweep finds it. */
const MAX_RECEIVE_COUNT = 5;

/**
 * Starts SQS in memory, with a queue and a dead-letter queue for each kind. Queues hold only hints, so nothing is lost
 * with them. `startFauxqs` would listen on all addresses, so its application is used instead, on loopback.
 */
export async function startQueues(timeoutSeconds: ReadonlyMap<DueKind, number>): Promise<LocalQueues> {
  const app = buildApp({ logger: false });
  const endpoint = await app.listen({ port: 0, host: '127.0.0.1' });
  const client = createQueueClient(endpoint);
  const queues = await Promise.all(
    [...timeoutSeconds].map(async ([kind, seconds]) => [kind, await createQueues(client, kind, seconds)] as const),
  );
  return {
    client,
    endpoint,
    queues: new Map(queues),
    async stop() {
      client.destroy();
      await app.close();
    },
  };
}

async function createQueues(client: SQSClient, kind: DueKind, timeoutSeconds: number): Promise<Queue> {
  const deadLetters = await createQueue(client, `${kind}-dead-letters`, {});
  return createQueue(client, kind, {
    VisibilityTimeout: String(timeoutSeconds * VISIBILITY_PER_TIMEOUT),
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn: deadLetters.arn, maxReceiveCount: MAX_RECEIVE_COUNT }),
  });
}

async function createQueue(client: SQSClient, name: string, Attributes: Record<string, string>): Promise<Queue> {
  const { QueueUrl = '' } = await client.send(new CreateQueueCommand({ QueueName: name, Attributes }));
  const { Attributes: made } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
  );
  return { url: QueueUrl, arn: made?.QueueArn ?? '' };
}
