import { beforeEach, describe, expect, test } from 'vitest';
import { type CrashPoint, crashAt } from '../../../support/crash.ts';
import { createFaultyTable } from '../../../support/faults.ts';
import { type Receiver, receiverOfTest } from '../../../support/receiver.ts';
import { TestService } from '../../../support/service.ts';
import {
  addEndpoint,
  addEvents,
  cursorOf,
  DAY_MS,
  deliveriesOf,
  HOUR_MS,
  MINUTE_MS,
  passUntil,
  sequences,
  sleepBriefly,
  wake,
} from './support.ts';

let service: TestService;
let organizationId: string;
let receiver: Receiver;

beforeEach(async () => {
  service = await TestService.start({ sleep: sleepBriefly }, await createFaultyTable());
  ({ organizationId } = await service.organization());
  receiver = await receiverOfTest();
});

/** Runs something in a process that is killed; it must have come so far. */
async function die(point: CrashPoint, act: (process: TestService) => Promise<unknown>): Promise<void> {
  const { intercept, crashed } = crashAt(point);
  const process = service.process(intercept, { sleep: sleepBriefly });
  const end = await Promise.race([act(process).then(() => 'survived'), crashed]);
  expect(end).toBe('crashed');
}

const points = (calls: number, ...moments: CrashPoint['moment'][]): CrashPoint[] =>
  sequences(1, calls).flatMap((call) => moments.map((moment) => ({ call, moment })));

describe('a worker that offers events and is killed', () => {
  test.each(points(9, 'before', 'after'))('$moment its call $call to the table loses no event', async (point) => {
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 3);
    await die(point, (process) => wake(process, organizationId));
    service.clock.advance(31_000);
    await passUntil(service, service.clock.now + 10 * MINUTE_MS);
    expect(new Set(receiver.sequences)).toEqual(new Set([1, 2, 3]));
    const deliveries = await deliveriesOf(service, endpoint);
    expect(deliveries.map(({ sequence, status }) => [sequence, status])).toEqual([
      [1, 'succeeded'],
      [2, 'succeeded'],
      [3, 'succeeded'],
    ]);
    expect(await cursorOf(service, endpoint)).toMatchObject({ offeredTo: 3 });
  });

  test.each(points(9, 'before'))(
    '$moment its call $call, at an endpoint that fails, leaves every event on a ladder',
    async (point) => {
      receiver.answering = 500;
      const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
      await addEvents(service, organizationId, 3);
      await die(point, (process) => wake(process, organizationId));
      service.clock.advance(31_000);
      await passUntil(service, service.clock.now + 10 * MINUTE_MS);
      receiver.answering = 200;
      await passUntil(service, service.clock.now + DAY_MS);
      const deliveries = await deliveriesOf(service, endpoint);
      expect(deliveries.map(({ sequence, status }) => [sequence, status])).toEqual([
        [1, 'succeeded'],
        [2, 'succeeded'],
        [3, 'succeeded'],
      ]);
    },
  );
});

describe('a worker that offers events for longer than it may keep to itself, and is killed', () => {
  test.each(points(11, 'after'))('after its call $call never forgets that the endpoint accepted', async ({ call }) => {
    receiver.answering = (_received, response) => {
      service.clock.advance(1_500);
      response.writeHead(200).end();
    };
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 3);
    await die({ call, moment: 'after' }, (process) => wake(process, organizationId));
    const { offeredTo, lastSuccessAt } = await cursorOf(service, endpoint);
    if (offeredTo > 0) expect(lastSuccessAt).toBeDefined();
  });
});

describe('a worker that retries a delivery and is killed', () => {
  test.each(points(5, 'before', 'after'))('$moment its call $call leaves it on its ladder', async (point) => {
    receiver.answering = 500;
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 1);
    await wake(service, organizationId);
    await die(point, (process) => passUntil(process, service.clock.now + HOUR_MS, service));
    receiver.answering = 200;
    await passUntil(service, service.clock.now + DAY_MS);
    expect(await deliveriesOf(service, endpoint)).toMatchObject([{ status: 'succeeded' }]);
  });

  test.each(points(7, 'before', 'after'))(
    '$moment its call $call while the endpoint accepts never forgets that it did',
    async (point) => {
      receiver.answering = 500;
      const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
      await addEvents(service, organizationId, 1);
      await wake(service, organizationId);
      receiver.answering = 200;
      await die(point, (process) => passUntil(process, service.clock.now + HOUR_MS, service));
      const [delivery] = await deliveriesOf(service, endpoint);
      const { lastSuccessAt } = await cursorOf(service, endpoint);
      if (delivery?.status === 'succeeded') expect(lastSuccessAt).toBeDefined();
    },
  );

  test.each(points(5, 'after'))('$moment its call $call at the last attempt still counts the death', async (point) => {
    receiver.answering = 500;
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 1);
    await wake(service, organizationId);
    while ((await deliveriesOf(service, endpoint))[0]?.attempt !== 9) {
      const [delivery] = await deliveriesOf(service, endpoint);
      await passUntil(service, delivery?.nextAttemptAt ?? 0);
    }
    await die(point, (process) => passUntil(process, service.clock.now + 2 * DAY_MS, service));
    await passUntil(service, service.clock.now + 3 * DAY_MS);
    expect(await deliveriesOf(service, endpoint)).toMatchObject([{ status: 'dead', attempt: 10 }]);
    expect(await cursorOf(service, endpoint)).toMatchObject({ deadDeliveries: 1 });
  });
});
