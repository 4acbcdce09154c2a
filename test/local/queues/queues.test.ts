import { GetQueueAttributesCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startQueuePoller } from '../../../local/queues/queue-poller.ts';
import { type LocalQueues, type Queue, startQueues } from '../../../local/queues/queues.ts';
import type { Poller } from '../../../local/workers/worker-call.ts';
import { defineWorker } from '../../../shared/contract/worker.ts';
import type { WholeRuntime } from '../../../shared/ports/runtime.ts';

type Handle = (event: SQSEvent) => Promise<unknown>;

const runtime = {
  clock: Date.now,
  log: { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() },
} as unknown as WholeRuntime;
let queues: LocalQueues;
let queue: Queue;
let poller: Poller | undefined;

beforeEach(async () => {
  queues = await startQueues(new Map([['rails', 30]]));
  queue = queues.queues.get('rails') as Queue;
});
afterEach(async () => {
  await poller?.stop();
  poller = undefined;
  await queues.stop();
});

interface Declared {
  readonly batchSize?: number;
  readonly maximumConcurrency?: number;
  readonly sendsPayouts?: true;
}

function poll(handle: Handle, { sendsPayouts, ...limits }: Declared = {}): void {
  const trigger = {
    type: 'queue',
    kind: 'rails',
    batchSize: 10,
    batchingSeconds: 0,
    maximumConcurrency: 2,
    chainEnds: 'It sends nothing back.',
    ...limits,
  } as const;
  const worker = defineWorker({
    name: 'rails',
    trigger,
    timeoutSeconds: 30,
    handle,
    ...(sendsPayouts && { uses: ['payouts'] }),
  });
  poller = startQueuePoller({ client: queues.client, queue, worker, trigger, runtime });
}

function send(body: string, more: object = {}) {
  return queues.client.send(new SendMessageCommand({ QueueUrl: queue.url, MessageBody: body, ...more }));
}

async function attributes(): Promise<Record<string, string>> {
  const wanted = { QueueUrl: queue.url, AttributeNames: ['All' as const] };
  return (await queues.client.send(new GetQueueAttributesCommand(wanted))).Attributes ?? {};
}

const bodies = ({ Records }: SQSEvent) => Records.map(({ body }) => body);

describe('local queues', () => {
  test('a queue has the visibility timeout and the dead-letter queue that it has in AWS', async () => {
    const { VisibilityTimeout, RedrivePolicy = '' } = await attributes();
    expect(VisibilityTimeout).toBe('180');
    expect(JSON.parse(RedrivePolicy)).toMatchObject({
      maxReceiveCount: 5,
      deadLetterTargetArn: expect.stringContaining('rails-dead-letters'),
    });
  });

  test('what the worker does not report as failed is deleted', async () => {
    await send('good');
    await send('bad');
    const seen: string[] = [];
    poll(async (event) => {
      seen.push(...bodies(event));
      const failed = event.Records.filter(({ body }) => body === 'bad');
      return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    });
    await expect.poll(() => seen.sort()).toEqual(['bad', 'good']);
    await expect.poll(attributes).toMatchObject({
      ApproximateNumberOfMessages: '0',
      ApproximateNumberOfMessagesNotVisible: '1',
    });
  });

  test('a batch whose worker throws stays', async () => {
    await send('a');
    const handle = vi.fn<Handle>().mockRejectedValue(new Error('no'));
    poll(handle);
    await expect.poll(() => handle.mock.calls.length).toBe(1);
    await expect.poll(attributes).toMatchObject({ ApproximateNumberOfMessagesNotVisible: '1' });
  });

  test.each([
    ['no more calls run at once than the worker declares', {}, 2],
    ['calls of a worker that sends payouts run one after another', { sendsPayouts: true }, 1],
  ] as const)('%s', async (_name, declared, atOnce) => {
    let running = 0;
    let most = 0;
    let done = 0;
    for (let i = 0; i < 8; i++) await send(String(i));
    poll(
      async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 30));
        running--;
        done++;
      },
      { batchSize: 1, maximumConcurrency: 2, ...declared },
    );
    await expect.poll(() => done).toBe(8);
    expect(most).toBe(atOnce);
  });

  test('a delayed message arrives when its delay is over', async () => {
    const events: SQSEvent[] = [];
    poll(async (event) => void events.push(event));
    await send('later', { DelaySeconds: 1, MessageGroupId: 'org' });
    const sentAt = performance.now();
    await expect.poll(() => events, { timeout: 5000 }).toHaveLength(1);
    expect(performance.now() - sentAt).toBeGreaterThan(900);
    expect(events[0]?.Records[0]).toMatchObject({
      eventSource: 'aws:sqs',
      eventSourceARN: queue.arn,
      attributes: { ApproximateReceiveCount: '1' },
    });
  });

  test('stopping waits for the call that runs and for no other', async () => {
    let finished = false;
    const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
    poll(async () => {
      enter();
      await new Promise((resolve) => setTimeout(resolve, 100));
      finished = true;
    });
    await send('a');
    await entered;
    await poller?.stop();
    expect(finished).toBe(true);
    expect(await attributes()).toMatchObject({ ApproximateNumberOfMessagesNotVisible: '0' });
  });
});
