import { beforeEach, describe, expect, test } from 'vitest';
import type { DueWork } from '../../../../shared/journal/due/due-work.ts';
import { hintOf } from '../../../../shared/journal/due/hint-due-work.ts';
import { EventEntity, eventPartition } from '../../../../shared/journal/rows/event.ts';
import { retryDelivery } from '../../../../shared/webhooks/deliveries/retry-delivery.ts';
import type { WebhookEndpoint } from '../../../../shared/webhooks/endpoints/endpoint.ts';
import { recordFirstAttempt } from '../../../../shared/webhooks/offering/record-first-attempt.ts';
import { deliveryWork } from '../../../../shared/webhooks/sender/delivery.ts';
import { enable, organizationOfWebhooks, type Webhooks } from '../../../functions/webhooks/support.ts';
import { createFaultyTable, type FaultyTable, lostAnswer } from '../../../support/faults.ts';
import { type Receiver, receiverOfTest } from '../../../support/receiver.ts';
import { TestService } from '../../../support/service.ts';
import {
  addEndpoint,
  addEvents,
  cursorOf,
  DAY_MS,
  deliveriesOf,
  MINUTE_MS,
  passUntil,
  sequences,
  sleepBriefly,
  storedEndpoint,
  wake,
} from './support.ts';

let table: FaultyTable;
let service: TestService;
let webhooks: Webhooks;
let organizationId: string;
let receiver: Receiver;

beforeEach(async () => {
  table = await createFaultyTable();
  service = await TestService.start({ sleep: sleepBriefly }, table);
  webhooks = await organizationOfWebhooks(service);
  ({ organizationId } = webhooks);
  receiver = await receiverOfTest();
});

/** As a receiver that hangs: time passes before it answers. */
const slowly = (ms: number, status = 500): Receiver['answering'] => {
  return (_received, response) => {
    service.clock.advance(ms);
    response.writeHead(status).end();
  };
};

describe('an endpoint that fails slowly', () => {
  test('is kept back after ten failures in a row, also where the last of them took long', async () => {
    receiver.answering = 500;
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 9);
    await wake(service, organizationId);
    receiver.answering = slowly(10_000);
    await addEvents(service, organizationId, 5);

    await wake(service, organizationId);

    const { probeAt, failedFirstAttempts } = await cursorOf(service, endpoint);
    expect(failedFirstAttempts).toBe(10);
    expect(probeAt).toBeGreaterThan(service.clock.now);
  });

  test('is kept back again after a probe in vain', async () => {
    receiver.answering = 500;
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 20);
    await wake(service, organizationId);
    receiver.answering = slowly(10_000);
    const { probeAt = 0, lanes } = await cursorOf(service, endpoint);
    service.clock.now = probeAt;

    await wake(service, organizationId);

    const after = await cursorOf(service, endpoint);
    // The first probe came at once where the tenth refusal was known after later events were read, and else comes now.
    const probes = (lanes?.['payout.pending']?.probes ?? 0) + 1;
    expect(after.lanes).toMatchObject({ 'payout.pending': { refusals: 10, probes } });
    expect(after.probeAt).toBeGreaterThan(service.clock.now);
  });
});

test('a type whose waiting events have deliveries already, of a worker that died, holds the cursor up no longer', async () => {
  receiver.answering = 500;
  const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
  await addEvents(service, organizationId, 13);
  await wake(service, organizationId);
  const { probeAt = 0 } = await cursorOf(service, endpoint);
  const { items } = await service.runtime.store.range(EventEntity, {
    partition: eventPartition(organizationId),
    limit: 20,
  });
  const at = service.clock.now;
  const answer = { accepted: true, status: 200 } as const;
  for (const event of items) await recordFirstAttempt(service.runtime, { endpoint, event, answer, at });
  const requests = receiver.received.length;
  service.clock.now = probeAt;

  await wake(service, organizationId);

  expect(receiver.received).toHaveLength(requests);
  const after = await cursorOf(service, endpoint);
  expect(after.offeredTo).toBe(13);
  expect(after.readTo).toBeUndefined();
});

describe('a worker that cannot write its cursor down for once', () => {
  test('does not forget that the endpoint accepted', async () => {
    receiver.answering = slowly(3_000, 200);
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 1);
    let isFailed = false;
    table.intercept(async ({ name, input }, send) => {
      const isCheckpoint = name === 'Update' && /offeredTo/.test(JSON.stringify(input)) && !isFailed;
      if (!isCheckpoint) return send();
      isFailed = true;
      throw lostAnswer();
    });

    await wake(service, organizationId).catch(() => undefined);

    expect(isFailed).toBe(true);
    const { offeredTo, lastSuccessAt } = await cursorOf(service, endpoint);
    expect(offeredTo).toBeGreaterThan(0);
    expect(lastSuccessAt).toBeDefined();
  });

  test('does not forget that the endpoint accepted where it cannot read whether it is still to be served', async () => {
    receiver.answering = slowly(3_000, 200);
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 1);
    table.intercept(async ({ name, input }, send) => {
      if (name === 'Get' && /WEBHOOK#/.test(JSON.stringify(input))) throw lostAnswer();
      // Arrives after the end of the claim, which nobody waits for.
      const text = JSON.stringify(input);
      if (name === 'Update' && /offeredTo/.test(text) && !/leaseUntil/.test(text))
        await new Promise((done) => setTimeout(done, 200));
      return send();
    });

    await wake(service, organizationId).catch(() => undefined);

    const { offeredTo, lastSuccessAt } = await cursorOf(service, endpoint);
    expect(offeredTo).toBeGreaterThan(0);
    expect(lastSuccessAt).toBeDefined();
  });
});

describe('a probe in vain', () => {
  /** Keeps an endpoint's events back, and does something while the next probe is under way, which fails. */
  async function failProbe(meanwhile: (endpoint: WebhookEndpoint) => Promise<unknown>): Promise<WebhookEndpoint> {
    receiver.answering = 500;
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 11);
    await wake(service, organizationId);
    service.clock.now = (await cursorOf(service, endpoint)).probeAt ?? 0;
    receiver.answering = async (_received, response) => {
      receiver.answering = 200;
      await meanwhile(endpoint);
      response.writeHead(500).end();
    };
    await wake(service, organizationId);
    return endpoint;
  }

  test('keeps nothing back from an endpoint that was paused and resumed while it was under way', async () => {
    const endpoint = await failProbe(async (found) => {
      await enable(service, webhooks, found.endpointId, false);
      await enable(service, webhooks, found.endpointId, true);
    });
    expect((await cursorOf(service, endpoint)).probeAt).toBeUndefined();

    await passUntil(service, service.clock.now + MINUTE_MS);

    expect(await cursorOf(service, endpoint)).toMatchObject({ offeredTo: 11 });
  });

  test('keeps nothing back from an endpoint that accepted a retry while it was under way', async () => {
    const endpoint = await failProbe(async (found) => {
      const [delivery] = await deliveriesOf(service, found);
      if (!delivery) throw new Error('there is no delivery');
      service.clock.now = Math.max(service.clock.now, delivery.nextAttemptAt ?? 0);
      await retryDelivery(service.runtime, hintOf({ ...deliveryWork(delivery), dueAt: service.clock.now } as DueWork));
    });
    expect((await cursorOf(service, endpoint)).probeAt).toBeUndefined();

    await passUntil(service, service.clock.now + MINUTE_MS);

    expect(await cursorOf(service, endpoint)).toMatchObject({ offeredTo: 11 });
  });
});

describe('a receiver that refuses events for what they are', () => {
  const refusing = (last: number): Receiver['answering'] => {
    return ({ event }, response) => response.writeHead(Number(event.sequence) <= last ? 500 : 200).end();
  };

  test('is sent what lies close behind them by the next probe, and each of them is on its ladder', async () => {
    receiver.answering = refusing(15);
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 30);
    await wake(service, organizationId);
    service.clock.now = (await cursorOf(service, endpoint)).probeAt ?? 0;

    await wake(service, organizationId);

    expect(await cursorOf(service, endpoint)).toMatchObject({ offeredTo: 30, failedFirstAttempts: 0 });
    expect((await cursorOf(service, endpoint)).probeAt).toBeUndefined();
    const deliveries = await deliveriesOf(service, endpoint);
    expect(deliveries.map(({ sequence, status }) => [sequence, status])).toEqual(
      sequences(1, 30).map((sequence) => [sequence, sequence <= 15 ? 'failed' : 'succeeded']),
    );
  });

  test('is sent what lies far behind them too, long before it would be disabled', async () => {
    receiver.answering = refusing(45);
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 60);
    await wake(service, organizationId);
    const begun = service.clock.now;
    for (;;) {
      const { probeAt } = await cursorOf(service, endpoint);
      if (probeAt === undefined) break;
      await passUntil(service, Math.max(probeAt, service.clock.now));
    }
    expect(service.clock.now - begun).toBeLessThan(DAY_MS);
    const deliveries = await deliveriesOf(service, endpoint);
    expect(deliveries.slice(45).every(({ status }) => status === 'succeeded')).toBe(true);
    expect(deliveries).toHaveLength(60);

    await passUntil(service, begun + 4 * DAY_MS);
    expect((await deliveriesOf(service, endpoint)).slice(0, 45).every(({ status }) => status === 'dead')).toBe(true);
    expect(await storedEndpoint(service, endpoint)).toMatchObject({ enabled: true });
  });
});
