import {
  DeleteMessageBatchCommand,
  type Message,
  type MessageAttributeValue,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSMessageAttributes, SQSRecord } from 'aws-lambda';
import type { Trigger, Worker } from '../../shared/contract/worker.ts';
import type { WholeRuntime } from '../../shared/ports/runtime.ts';
import { pause } from '../workers/pause.ts';
import { batchItemFailures, callWorker, logFailure, type Poller } from '../workers/worker-call.ts';
import { localRegion } from './clients.ts';
import type { Queue } from './queues.ts';

interface Options {
  readonly client: SQSClient;
  readonly queue: Queue;
  readonly worker: Worker;
  readonly trigger: Extract<Trigger, { type: 'queue' }>;
  readonly runtime: WholeRuntime;
}

const LONG_POLL_SECONDS = 20;
/** SQS's limit for the number of messages that one request receives or deletes. */
const RECEIVE_LIMIT = 10;
const ERROR_PAUSE_MS = 1000;

/**
 * Receives a queue's messages and calls its worker with them, like Lambda's event source mapping. Messages that the
 * worker does not report as failed are deleted; the others reappear after the visibility timeout.
 */
export function startQueuePoller({ client, queue, worker, trigger, runtime }: Options): Poller {
  const stopping = new AbortController();
  // A new signal for each receive, because the client would leave a listener on a shared signal each time.
  let receiving = new AbortController();
  const running = new Set<Promise<void>>();

  /** As many as a call of the worker accepts, if there are that many. One receive returns at most ten. */
  async function receive(): Promise<Message[]> {
    const messages = await receiveSome(trigger.batchSize, LONG_POLL_SECONDS);
    for (let last = messages.length; last === RECEIVE_LIMIT && messages.length < trigger.batchSize; ) {
      // The messages received so far are processed in any case.
      const more = await receiveSome(trigger.batchSize - messages.length, 0).catch(() => []);
      messages.push(...more);
      last = more.length;
    }
    return messages;
  }

  async function receiveSome(wanted: number, waitSeconds: number): Promise<Message[]> {
    receiving = new AbortController();
    const receive = receiveCommand(queue, wanted, waitSeconds);
    const { Messages = [] } = await client.send(receive, { abortSignal: receiving.signal });
    return Messages;
  }

  async function work(messages: readonly Message[]): Promise<void> {
    try {
      const failed = batchItemFailures(await callWorker(worker, sqsEvent(messages, queue.arn), runtime));
      const done = messages.filter(({ MessageId = '' }) => !failed.has(MessageId));
      for (const remove of deleteCommands(queue, done)) await client.send(remove);
    } catch (error) {
      logFailure(runtime, 'queue worker failed', { worker: worker.name, error: error as Error });
    }
  }

  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const messages = await receive();
        if (messages.length === 0) continue;
        const call = work(messages).finally(() => running.delete(call));
        running.add(call);
        if (running.size >= callsAtOnce(worker, trigger)) await Promise.race(running);
      } catch (error) {
        if (stopping.signal.aborted) return;
        runtime.log.error('queue poll failed', { worker: worker.name, error: error as Error });
        await pause(ERROR_PAUSE_MS, stopping.signal);
      }
    }
  }

  const polling = poll();
  return {
    async stop() {
      stopping.abort();
      receiving.abort();
      await polling;
      await Promise.all(running);
    },
  };
}

function receiveCommand({ url }: Options['queue'], wanted: number, waitSeconds: number): ReceiveMessageCommand {
  return new ReceiveMessageCommand({
    QueueUrl: url,
    MaxNumberOfMessages: Math.min(wanted, RECEIVE_LIMIT),
    WaitTimeSeconds: waitSeconds,
    MessageSystemAttributeNames: ['All'],
    MessageAttributeNames: ['All'],
  });
}

/** One command for every ten messages. */
function deleteCommands({ url }: Options['queue'], messages: readonly Message[]): DeleteMessageBatchCommand[] {
  return Array.from({ length: Math.ceil(messages.length / RECEIVE_LIMIT) }, (_, group) => {
    const some = messages.slice(group * RECEIVE_LIMIT, (group + 1) * RECEIVE_LIMIT);
    const Entries = some.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    return new DeleteMessageBatchCommand({ QueueUrl: url, Entries });
  });
}

/**
 * The database of one machine does one thing at a time. If payouts were sent concurrently, they would settle later and
 * delay the creation of others.
 */
function callsAtOnce({ uses = [] }: Worker, { maximumConcurrency }: Options['trigger']): number {
  return uses.includes('payouts') ? 1 : maximumConcurrency;
}

function sqsEvent(messages: readonly Message[], eventSourceARN: string): SQSEvent {
  return { Records: messages.map((message) => sqsRecord(message, eventSourceARN)) };
}

function sqsRecord(message: Message, eventSourceARN: string): SQSRecord {
  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    attributes: message.Attributes as unknown as SQSRecord['attributes'],
    messageAttributes: messageAttributes(message.MessageAttributes ?? {}),
    md5OfBody: message.MD5OfBody ?? '',
    eventSource: 'aws:sqs',
    eventSourceARN,
    awsRegion: localRegion,
  };
}

function messageAttributes(attributes: Record<string, MessageAttributeValue>): SQSMessageAttributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { DataType = 'String', StringValue, BinaryValue }]) => [
      name,
      {
        dataType: DataType,
        ...(StringValue !== undefined && { stringValue: StringValue }),
        ...(BinaryValue !== undefined && { binaryValue: Buffer.from(BinaryValue).toString('base64') }),
      },
    ]),
  );
}
