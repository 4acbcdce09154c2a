import type { SQSEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import type { Hint } from '../../../../shared/ports/hint-queue.ts';
import { startMemoryQueue } from './queue.ts';
import { VirtualTime } from './virtual-time.ts';

const hint = (resourceId: string, dueAt = 0): Hint => ({ kind: 'rails', organizationId: 'o', resourceId, dueAt });
const resourcesOf = ({ Records }: SQSEvent) => Records.map(({ body }) => (JSON.parse(body) as Hint).resourceId).join();

/** A queue whose calls take a while; notes what was handed over and when. */
function startQueue({ workers = 1, takesMs = 0, fail = () => false }: Partial<Behavior> = {}) {
  const time = new VirtualTime(0);
  const calls: string[] = [];
  const worker = async (event: SQSEvent) => {
    calls.push(`${time.clock()}: ${resourcesOf(event)}`);
    await time.sleep(takesMs);
    return new Set(fail(calls.length) ? event.Records.map(({ messageId }) => messageId) : []);
  };
  const parts = { batchSize: 2, batchingSeconds: 1, workers: Array(workers).fill(worker), time, visibilitySeconds: 10 };
  return { time, calls, queue: startMemoryQueue(parts) };
}

interface Behavior {
  readonly workers: number;
  readonly takesMs: number;
  readonly fail: (call: number) => boolean;
}

test('a batch goes when it is full, and one that is not when its first message has waited', async () => {
  const { time, calls, queue } = startQueue({ workers: 2 });
  await queue.send([hint('a'), hint('b'), hint('c')], 0);
  await time.run(time.sleep(5_000));
  expect(calls).toEqual(['0: a,b', '1000: c']);
});

test('a message shows in the second in which it is due', async () => {
  const { time, calls, queue } = startQueue();
  await queue.send([hint('a', 1_200), hint('b', 1_900)], 0);
  expect(await queue.backlog('rails')).toBe(0);
  await time.run(time.sleep(5_000));
  expect(calls).toEqual(['2000: a,b']);
});

test('no more calls run at once than there are workers', async () => {
  const { time, calls, queue } = startQueue({ takesMs: 700 });
  await queue.send([hint('a'), hint('b'), hint('c'), hint('d')], 0);
  await time.run(time.sleep(5_000));
  expect(calls).toEqual(['0: a,b', '700: c,d']);
});

test('what failed comes back', async () => {
  const { time, calls, queue } = startQueue({ fail: (call) => call === 1 });
  await queue.send([hint('a'), hint('b')], 0);
  await time.run(time.sleep(20_000));
  expect(calls).toEqual(['0: a,b', '10000: a,b']);
});
