import { expect, test } from 'vitest';
import { VirtualTime } from './virtual-time.ts';

const hourMs = 60 * 60 * 1000;

test('hours pass in no time, and those who wait at once wait together', async () => {
  const time = new VirtualTime(0);
  const begunAt = performance.now();
  await time.run(Promise.all([time.sleep(hourMs), time.sleep(2 * hourMs)]));
  expect(time.clock()).toBe(2 * hourMs);
  expect(performance.now() - begunAt).toBeLessThan(1_000);
});

test('everybody wakes in the order of their times, also those who sleep again', async () => {
  const time = new VirtualTime(0);
  const order: string[] = [];
  const sleeper = async (name: string, ...pauses: readonly number[]) => {
    for (const pause of pauses) {
      await time.sleep(pause);
      order.push(`${name} ${time.clock()}`);
    }
  };
  await time.run(Promise.all([sleeper('a', 30, 10), sleeper('b', 10, 25), sleeper('c', 20), sleeper('d', 5, 5)]));
  expect(order).toEqual(['d 5', 'b 10', 'd 10', 'c 20', 'a 30', 'b 35', 'a 40']);
});

test('whatever can go on goes on before time does', async () => {
  const time = new VirtualTime(0);
  const slow = async () => {
    for (let step = 0; step < 1_000; step += 1) await Promise.resolve();
    return time.clock();
  };
  const [ended] = await time.run(Promise.all([slow(), time.sleep(1)]));
  expect(ended).toBe(0);
});

test('the clock shows whole milliseconds, as that of a process', async () => {
  const time = new VirtualTime(0);
  await time.run(time.sleep(12.4));
  expect([time.clock(), time.exact]).toEqual([12, 12.4]);
});

test('work that fails is reported, and ends the passing of time', async () => {
  const time = new VirtualTime(0);
  const work = time.sleep(10).then(() => {
    throw new Error('it failed');
  });
  await expect(time.run(work)).rejects.toThrow('it failed');
});

test('work that waits for anything else is an error', async () => {
  const time = new VirtualTime(0);
  await expect(time.run(new Promise(() => {}))).rejects.toThrow('other than virtual time');
});
