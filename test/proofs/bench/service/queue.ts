import type { SQSEvent } from 'aws-lambda';
import type { Hint, HintQueue } from '../../../../shared/ports/hint-queue.ts';
import type { Time } from './time.ts';

interface Message {
  readonly messageId: string;
  readonly body: string;
  /** It has waited long enough for others to come along. */
  hasGathered: boolean;
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
  readonly time: Time;
  /** After this a message that failed appears again. */
  readonly visibilitySeconds: number;
}

export function startMemoryQueue({
  batchSize,
  batchingSeconds,
  workers,
  time,
  visibilitySeconds,
}: Options): MemoryQueue {
  const idle = [...workers];
  const running = new Set<Promise<void>>();
  const visible: Message[] = [];
  let sent = 0;
  let isStopped = false;

  async function put(body: string, delayMs: number): Promise<void> {
    sent += 1;
    const message: Message = { messageId: String(sent), body, hasGathered: false };
    await time.sleep(delayMs);
    visible.push(message);
    deliver();
    await time.sleep(batchingSeconds * 1000);
    message.hasGathered = true;
    deliver();
  }

  async function call(worker: (typeof workers)[number], batch: readonly Message[]): Promise<void> {
    const Records = batch.map(({ messageId, body }) => ({ messageId, body }));
    const everything = () => new Set(batch.map(({ messageId }) => messageId));
    const failed = await worker({ Records } as unknown as SQSEvent).catch(everything);
    for (const { messageId, body } of batch) if (failed.has(messageId)) void put(body, visibilitySeconds * 1000);
    idle.push(worker);
  }

  /** Hands over batches that are full, or whose oldest message has waited for the others long enough. */
  function deliver(): void {
    while (!isStopped && (visible.length >= batchSize || visible[0]?.hasGathered)) {
      const worker = idle.pop();
      if (!worker) return;
      const done = call(worker, visible.splice(0, batchSize)).finally(() => {
        running.delete(done);
        deliver();
      });
      running.add(done);
    }
  }

  return {
    async send(hints: readonly Hint[], now) {
      for (const hint of hints) void put(JSON.stringify(hint), delayMs(hint, now));
    },
    backlog: async () => visible.length,
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}

function delayMs({ dueAt }: Hint, now: number): number {
  return Math.ceil(Math.max(0, dueAt - now) / 1000) * 1000;
}
