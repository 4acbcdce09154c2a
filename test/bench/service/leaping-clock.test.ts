import { setTimeout as realSleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LeapingClock } from './leaping-clock.ts';

const hourMs = 60 * 60 * 1000;

test('hours pass in no time where everybody waits, and those who wait at once wait together', async () => {
  const clock = new LeapingClock();
  const [began, beganReally] = [clock.now(), performance.now()];
  await clock.run(Promise.all([clock.sleep(hourMs), clock.sleep(2 * hourMs)]));
  expect(clock.now() - began).toBeGreaterThanOrEqual(2 * hourMs);
  expect(clock.now() - began).toBeLessThan(2 * hourMs + 1_000);
  expect(performance.now() - beganReally).toBeLessThan(1_000);
});

test('no time is leapt over while a call is under way', async () => {
  const clock = new LeapingClock();
  const order: string[] = [];
  const call = { name: 'Get', input: {} };
  const calling = clock.intercept(call, () => realSleep(50)).then(() => order.push('answer'));
  const waiting = clock.sleep(hourMs).then(() => order.push('timer'));
  await clock.run(Promise.all([calling, waiting]));
  expect(order).toEqual(['answer', 'timer']);
});

test('timers wake in the order of their times, also those set by others that woke', async () => {
  const clock = new LeapingClock();
  const order: string[] = [];
  const first = clock.sleep(1_000).then(async () => {
    order.push('first');
    await clock.sleep(1_000);
    order.push('second');
  });
  const third = clock.sleep(3_000).then(() => order.push('third'));
  await clock.run(Promise.all([third, first]));
  expect(order).toEqual(['first', 'second', 'third']);
});

test('work that fails is reported, and ends the passing of time', async () => {
  const clock = new LeapingClock();
  const work = clock.sleep(10).then(() => {
    throw new Error('it failed');
  });
  await expect(clock.run(work)).rejects.toThrow('it failed');
});
