import { beforeEach, describe, expect, test } from 'vitest';
import { timestamp } from '../../../../shared/ground/time/clock.ts';
import { retryDelivery } from '../../../../shared/webhooks/deliveries/retry-delivery.ts';
import { enable, organizationOfWebhooks, registered, type Webhooks } from '../../../functions/webhooks/support.ts';
import { beforeFirst, createFaultyTable } from '../../../support/faults.ts';
import { bodyOf } from '../../../support/journey.ts';
import { type Receiver, receiverOfTest } from '../../../support/receiver.ts';
import { TestService } from '../../../support/service.ts';
import {
  addEvents,
  cursorOf,
  DAY_MS,
  deliveriesOf,
  HOUR_MS,
  MINUTE_MS,
  passUntil,
  sequences,
  wake,
} from './support.ts';

let service: TestService;
let webhooks: Webhooks;
let receiver: Receiver;
let endpoint: { readonly organizationId: string; readonly endpointId: string };

beforeEach(async () => {
  service = await TestService.start({}, await createFaultyTable());
  webhooks = await organizationOfWebhooks(service);
  receiver = await receiverOfTest(500);
  const { organizationId } = webhooks;
  endpoint = { organizationId, endpointId: (await registered(service, webhooks, { url: receiver.url })).id };
});

const pause = async () => bodyOf(await enable(service, webhooks, endpoint.endpointId, false));
const resume = async () => bodyOf(await enable(service, webhooks, endpoint.endpointId, true));
const statuses = async () => (await deliveriesOf(service, endpoint as never)).map(({ status }) => status);

describe('an endpoint that is paused', () => {
  test('is sent nothing, however long; resumed, it is sent what was on a ladder and all that was recorded meanwhile', async () => {
    await addEvents(service, endpoint.organizationId, 3);
    await wake(service, endpoint.organizationId);
    await pause();
    await addEvents(service, endpoint.organizationId, 50);
    await wake(service, endpoint.organizationId);
    await passUntil(service, service.clock.now + 30 * DAY_MS);
    expect(receiver.received).toHaveLength(3);
    expect(await statuses()).toEqual(['failed', 'failed', 'failed']);

    receiver.answering = 200;
    await resume();
    await passUntil(service, service.clock.now + MINUTE_MS);
    await passUntil(service, service.clock.now + MINUTE_MS);
    expect(new Set(receiver.sequences)).toEqual(new Set(sequences(1, 53)));
    expect(new Set(await statuses())).toEqual(new Set(['succeeded']));
    expect(await cursorOf(service, endpoint as never)).toMatchObject({ offeredTo: 53, consecutiveFailures: 0 });
  });

  test('and resumed is asked to retry all that was held at once, also where it still fails', async () => {
    receiver.answering = 200;
    await addEvents(service, endpoint.organizationId, 90);
    await wake(service, endpoint.organizationId);
    await pause();
    const from = timestamp(0);
    const to = timestamp(service.clock.now + DAY_MS);
    const path = `${webhooks.path}/${endpoint.endpointId}/deliveries/replay`;
    bodyOf(await service.post(path, webhooks.operator, { from, to, status: 'all' }));
    await passUntil(service, service.clock.now + MINUTE_MS);
    await addEvents(service, endpoint.organizationId, 20);
    receiver.answering = 500;

    await resume();
    await passUntil(service, service.clock.now);
    await passUntil(service, service.clock.now);

    expect(await statuses()).not.toContain('pending');
  });

  test('and resumed before a retry is due loses no time of it', async () => {
    await addEvents(service, endpoint.organizationId, 1);
    await wake(service, endpoint.organizationId);
    const [{ nextAttemptAt = 0 } = {} as never] = await deliveriesOf(service, endpoint as never);
    await pause();
    await resume();
    await passUntil(service, nextAttemptAt - 1);
    expect(receiver.received).toHaveLength(1);
    await passUntil(service, nextAttemptAt);
    expect(receiver.received).toHaveLength(2);
  });

  test('and resumed at the moment when a retry puts itself aside still gets it', async () => {
    await addEvents(service, endpoint.organizationId, 1);
    await wake(service, endpoint.organizationId);
    const [delivery] = await deliveriesOf(service, endpoint as never);
    await pause();
    service.clock.now = delivery?.nextAttemptAt ?? 0;
    receiver.answering = 200;
    const late = service.process(beforeFirst('TransactWrite', resume));
    const resourceId = `${endpoint.endpointId}.${delivery?.deliveryId}`;
    const { organizationId } = endpoint;
    await retryDelivery(late.runtime, { kind: 'deliveries', organizationId, resourceId, dueAt: service.clock.now });
    expect(receiver.received).toHaveLength(1);
    await passUntil(service, service.clock.now + HOUR_MS);
    expect(receiver.received).toHaveLength(2);
    expect(await statuses()).toEqual(['succeeded']);
  });

  test('more than a page of held deliveries come back', async () => {
    receiver.answering = (received, response) => {
      response.writeHead(Number(received.event.sequence) % 2 === 0 ? 200 : 500).end();
    };
    await addEvents(service, endpoint.organizationId, 200);
    await wake(service, endpoint.organizationId);
    const failed = (await statuses()).filter((status) => status === 'failed').length;
    expect(failed).toBeGreaterThan(80);
    await pause();
    await passUntil(service, service.clock.now + DAY_MS);
    receiver.answering = 200;
    await resume();
    for (let round = 0; round < 5; round += 1) await passUntil(service, service.clock.now + MINUTE_MS);
    expect(new Set(await statuses())).toEqual(new Set(['succeeded']));
  });

  test('while events are being offered is sent no more within seconds', async () => {
    await addEvents(service, endpoint.organizationId, 400);
    receiver.answering = async (received, response) => {
      service.clock.advance(50);
      if (received.event.sequence === '20') await pause();
      response.writeHead(200).end();
    };
    await wake(service, endpoint.organizationId);
    // The pause is looked for every five seconds, which are a hundred of these answers, and forty attempts may be under way.
    expect(receiver.received.length).toBeLessThan(200);
    expect((await cursorOf(service, endpoint as never)).offeredTo).toBe(receiver.received.length);
  });
});
