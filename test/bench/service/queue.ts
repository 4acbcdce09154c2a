import type { SQSEvent } from 'aws-lambda';
import type { Hint, HintQueue } from '../../../shared/due/hint-queue.ts';

interface Message {
  readonly messageId: string;
  readonly body: string;
  /** When it appears, milliseconds. */
  readonly visibleAt: number;
}

/** As SQS with Lambda's poller, in memory: delays in whole seconds, batches of what is there, failures come back. */
export interface MemoryQueue extends HintQueue {
  stop(): Promise<void>;
}

interface Options {
  readonly batchSize: number;
  readonly batchingSeconds: number;
  /** One each for every call that may run at once. */
  readonly workers: readonly ((event: SQSEvent) => Promise<Set<string>>)[];
}

/** After this a message that failed appears again; shorter than in AWS, because runs are. */
const visibilityTimeoutMs = 10_000;
const pollMs = 5;

export function startMemoryQueue({ batchSize, batchingSeconds, workers }: Options): MemoryQueue {
  const idle = [...workers];
  const running = new Set<Promise<void>>();
  let messages: Message[] = [];
  let sent = 0;

  function put(body: string, visibleAt: number): void {
    sent += 1;
    messages.push({ messageId: String(sent), body, visibleAt });
  }

  /** A batch that is full, or whose oldest message has waited for the others long enough. */
  function take(now: number): Message[] {
    const batch = messages.filter(({ visibleAt }) => visibleAt <= now).slice(0, batchSize);
    const isDue =
      batch.length === batchSize || batch.some(({ visibleAt }) => visibleAt + batchingSeconds * 1000 <= now);
    if (!isDue) return [];
    messages = messages.filter((message) => !batch.includes(message));
    return batch;
  }

  async function call(worker: (typeof workers)[number], batch: readonly Message[]): Promise<void> {
    const everything = () => new Set(batch.map(({ messageId }) => messageId));
    const failed = await worker({ Records: batch } as unknown as SQSEvent).catch(everything);
    for (const { messageId, body } of batch) if (failed.has(messageId)) put(body, Date.now() + visibilityTimeoutMs);
    idle.push(worker);
  }

  function deliver(): void {
    for (let worker = idle.pop(); worker; worker = idle.pop()) {
      const batch = take(Date.now());
      if (batch.length === 0) return void idle.push(worker);
      const done = call(worker, batch).finally(() => running.delete(done));
      running.add(done);
    }
  }

  const timer = setInterval(deliver, pollMs);
  return {
    async send(hints: readonly Hint[], now) {
      for (const hint of hints) put(JSON.stringify(hint), now + delayMs(hint, now));
    },
    backlog: async () => messages.length,
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
    },
  };
}

function delayMs({ dueAt }: Hint, now: number): number {
  return Math.ceil(Math.max(0, dueAt - now) / 1000) * 1000;
}
