import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { beforeEach, describe, expect, test } from 'vitest';
import { worker as hintDueWork } from '../../../../functions/streams/hint-due-work.ts';
import { dueRef } from '../../../../shared/journal/due/due-work.ts';
import { listEvents } from '../../../../shared/records/events/list-events.ts';
import { cursorRef } from '../../../../shared/webhooks/endpoints/cursor.ts';
import { endpointWork, maxEndpoints } from '../../../../shared/webhooks/endpoints/endpoint.ts';
import { busCursor } from '../../../../shared/webhooks/offering/publish-events.ts';
import { crashAt } from '../../../support/crash.ts';
import { receiverOfTest } from '../../../support/receiver.ts';
import { TestService } from '../../../support/service.ts';
import { startBus, type TestBus } from './bus-support.ts';
import { addEndpoint, addEvents, MINUTE_MS, passUntil, sequences, wake } from './support.ts';

let bus: TestBus;
let service: TestService;
let organizationId: string;

beforeEach(async () => {
  bus = await startBus();
  service = await TestService.start({ bus: bus.bus });
  ({ organizationId } = await service.organization());
});

const offeredTo = async () => (await service.runtime.store.get(cursorRef(organizationId, busCursor)))?.offeredTo;

describe('the event bus', () => {
  test('carries every event of the feed, from the first on, in its order, as the feed shows it', async () => {
    await addEvents(service, organizationId, 25);
    await wake(service, organizationId);
    expect(bus.sequences).toEqual(sequences(1, 25));
    const [first] = (await listEvents(service.runtime, organizationId, { since: 0, limit: 1 })).data;
    expect(bus.taken[0]).toMatchObject({ EventBusName: 'feed', Source: 'sluice', DetailType: 'payout.pending' });
    expect(JSON.parse(bus.taken[0]?.Detail ?? '')).toEqual({ organizationId, ...first });
    await addEvents(service, organizationId, 1);
    await wake(service, organizationId);
    expect(bus.sequences).toEqual(sequences(1, 26));
  });

  test('that refuses an event is asked again from that event on', async () => {
    await addEvents(service, organizationId, 12);
    bus.refuse = 3;
    await wake(service, organizationId);
    expect(await offeredTo()).toBe(3);
    await wake(service, organizationId);
    expect(new Set(bus.sequences)).toEqual(new Set(sequences(1, 12)));
    expect(await offeredTo()).toBe(12);
  });

  test('is caught up with by a heartbeat where no hint came', async () => {
    await addEvents(service, organizationId, 1);
    await wake(service, organizationId);
    await addEvents(service, organizationId, 2);
    service.hints.take();
    await passUntil(service, service.clock.now + 10 * MINUTE_MS);
    expect(bus.sequences).toEqual([1, 2, 3]);
  });

  test('is caught up with as often as the stage says', async () => {
    const hourly = service.process((_call, send) => send(), { bus: bus.bus, heartbeatMs: 60 * MINUTE_MS });
    await addEvents(hourly, organizationId, 1);
    await wake(hourly, organizationId);
    const heartbeat = { organizationId, endpointId: busCursor };
    const due = async () => (await hourly.runtime.store.get(dueRef(endpointWork(heartbeat))))?.dueAt;
    const first = hourly.clock.now + 60 * MINUTE_MS;
    expect(await due()).toBe(first);
    await passUntil(hourly, first);
    expect(await due()).toBe(hourly.clock.now + 60 * MINUTE_MS);
  });

  test.each(sequences(1, 8))('misses nothing when its worker dies at its call %i to the table', async (call) => {
    await addEvents(service, organizationId, 3);
    const { intercept, crashed } = crashAt({ call, moment: 'after' });
    const dying = service.process(intercept, { bus: bus.bus });
    await Promise.race([wake(dying, organizationId), crashed]);
    service.clock.advance(31_000);
    await wake(service, organizationId);
    expect(new Set(bus.sequences)).toEqual(new Set([1, 2, 3]));
    expect(await offeredTo()).toBe(3);
  });

  test('takes no endpoint’s place: beside it an event wakes as many as an organization may have', async () => {
    const receiver = await receiverOfTest();
    for (let index = 0; index < maxEndpoints; index += 1) {
      await addEndpoint(service, organizationId, { url: receiver.url });
    }
    await addEvents(service, organizationId, 1);
    await wake(service, organizationId);
    await addEvents(service, organizationId, 1);
    await wake(service, organizationId);
    expect(receiver.sequences.filter((sequence) => sequence === 2)).toHaveLength(maxEndpoints);
  });

  test('two workers at once leave each event on it', async () => {
    await addEvents(service, organizationId, 40);
    await Promise.all([wake(service, organizationId), wake(service, organizationId)]);
    expect(new Set(bus.sequences)).toEqual(new Set(sequences(1, 40)));
  });
});

describe('the stream’s consumer', () => {
  const record = (image: object) => ({ dynamodb: { NewImage: marshall(image) } });
  const event = { _et: 'event', organizationId: 'org', sequence: 7 };
  const hintsOf = async (runtime: object, ...images: object[]) => {
    service.hints.take();
    const Records = images.map(record);
    await hintDueWork.handle({ Records } as unknown as DynamoDBStreamEvent, { ...service.runtime, ...runtime });
    return service.hints.take();
  };

  test('wakes once for all new events of an organization that are listened for', async () => {
    const listened = { ...event, listened: true };
    const hints = await hintsOf({}, listened, { ...listened, sequence: 9 }, { ...listened, organizationId: 'other' });
    expect(hints).toMatchObject([
      { kind: 'endpoints', organizationId: 'org', resourceId: '*', sequence: 9 },
      { kind: 'endpoints', organizationId: 'other', resourceId: '*', sequence: 7 },
    ]);
  });

  test('wakes for events that nobody listens for only where there is a bus, and for no other row', async () => {
    expect(await hintsOf({}, event)).toEqual([]);
    expect(await hintsOf({ busEnabled: true }, event, { _et: 'payout', organizationId: 'org' })).toHaveLength(1);
  });
});
