import { beforeEach, describe, expect, test } from 'vitest';
import { dueRef } from '../../../../shared/journal/due/due-work.ts';
import type { Hint } from '../../../../shared/ports/hint-queue.ts';
import { replayWrites } from '../../../../shared/webhooks/deliveries/replay-webhook-delivery.ts';
import { endpointWork } from '../../../../shared/webhooks/endpoints/endpoint.ts';
import { hintEvents } from '../../../../shared/webhooks/offering/hint-events.ts';
import { deliveryWork, type WebhookDelivery } from '../../../../shared/webhooks/sender/delivery.ts';
import { createFaultyTable, type FaultyTable } from '../../../support/faults.ts';
import { deliver } from '../../../support/journey.ts';
import { type Receiver, receiverOfTest } from '../../../support/receiver.ts';
import { TestService } from '../../../support/service.ts';
import { addEndpoint, addEvents, deliveriesOf, MINUTE_MS, passUntil, wake } from './support.ts';

let table: FaultyTable;
let service: TestService;
let organizationId: string;

beforeEach(async () => {
  table = await createFaultyTable();
  service = await TestService.start({}, table);
  ({ organizationId } = await service.organization());
});

type Item = Record<string, unknown>;

/** A commit shows item by item: the next batch finds items of an entity as they were before it, and the others as they are. */
function readNextAsBefore(entity: string, before: (item: Item) => Item | undefined): void {
  let isDone = false;
  table.intercept(async (call, send) => {
    const output = (await send()) as { Responses?: Record<string, Item[]> };
    const found = Object.entries(output?.Responses ?? {});
    if (isDone || call.name !== 'BatchGet' || !found.some(([, items]) => items.some((item) => item._et === entity))) {
      return output;
    }
    isDone = true;
    const asBefore = (item: Item) => (item._et === entity ? (before(item) ?? []) : item);
    return { ...output, Responses: Object.fromEntries(found.map(([name, items]) => [name, items.flatMap(asBefore)])) };
  });
}

const heartbeatOf = (endpoint: Parameters<typeof endpointWork>[0]) =>
  service.runtime.store.get(dueRef(endpointWork(endpoint)));

test('an endpoint that is resumed keeps its heartbeat, also when its worker still reads it as paused', async () => {
  const receiver = await receiverOfTest();
  const endpoint = await addEndpoint(service, organizationId, { url: receiver.url, version: 2 });
  await addEvents(service, organizationId, 1);
  readNextAsBefore('webhookEndpoint', (item) => ({ ...item, version: 1, enabled: false }));

  await passUntil(service, service.clock.now + 10 * MINUTE_MS);

  expect(receiver.sequences).toEqual([]);
  expect(await heartbeatOf(endpoint)).toMatchObject({ dueAt: service.clock.now });
  await passUntil(service, service.clock.now);
  expect(receiver.sequences).toEqual([1]);
});

test('the heartbeat of an endpoint that is paused ends', async () => {
  const receiver = await receiverOfTest();
  const endpoint = await addEndpoint(service, organizationId, { url: receiver.url, enabled: false });

  await passUntil(service, service.clock.now + 10 * MINUTE_MS);

  expect(await heartbeatOf(endpoint)).toBeUndefined();
});

test('a delivery keeps its next attempt, also when its worker does not see it yet', async () => {
  const receiver = await receiverOfTest(500);
  const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
  await addEvents(service, organizationId, 1);
  await wake(service, organizationId);
  const [failed] = await deliveriesOf(service, endpoint);
  receiver.answering = 200;
  readNextAsBefore('webhookDelivery', () => undefined);

  await passUntil(service, failed?.nextAttemptAt ?? 0);

  expect(await deliveriesOf(service, endpoint)).toMatchObject([{ status: 'succeeded', attempt: 2 }]);
});

test('a replay is attempted, also when its worker still reads how the delivery ended before', async () => {
  const receiver = await receiverOfTest();
  const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
  await addEvents(service, organizationId, 1);
  await wake(service, organizationId);
  const [ended] = await deliveriesOf(service, endpoint);
  await service.runtime.store.transact(replayWrites(ended as WebhookDelivery, service.clock.now), 'a'.repeat(32));
  readNextAsBefore('webhookDelivery', (item) => ({ ...item, status: 'succeeded', generation: 1, attempt: 1 }));

  await passUntil(service, service.clock.now);

  expect(receiver.sequences).toEqual([1, 1]);
  expect(await deliveriesOf(service, endpoint)).toMatchObject([{ status: 'succeeded', generation: 2 }]);
  expect(await service.runtime.store.get(dueRef(deliveryWork(ended as WebhookDelivery)))).toBeUndefined();
});

describe('a hint for an event that reads do not show yet', () => {
  let receiver: Receiver;
  let hint: Hint;

  beforeEach(async () => {
    receiver = await receiverOfTest();
    await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 1);
    service.hints.take();
    await hintEvents(service.runtime, [{ organizationId, sequence: 1 }]);
    [hint] = service.hints.take() as [Hint];
    table.intercept(async (_call, send) => {
      const output = (await send()) as { Items?: Item[] };
      return { ...output, ...(output.Items && { Items: output.Items.filter(({ _et }) => _et !== 'event') }) };
    });
  });

  test('comes back a second later, and is followed then', async () => {
    await deliver(service, [hint]);

    const again = service.hints.take();
    expect(again).toEqual([{ ...hint, dueAt: service.clock.now + 1_000 }]);
    table.intercept(undefined);
    service.clock.advance(1_000);
    await deliver(service, again);
    expect(receiver.sequences).toEqual([1]);
    expect(service.hints.take()).toEqual([]);
  });

  test('does not come back for an event that is never shown', async () => {
    service.clock.advance(10_000);

    await deliver(service, [hint]);

    expect(service.hints.take()).toEqual([]);
  });
});
