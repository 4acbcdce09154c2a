import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sluice } from '../../client/src/index.ts';
import { until } from '../../scripts/support/until.ts';
import { type Receiver, receiverOfTest, startReceiver } from '../support/receiver.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const DELIVERED_WITHIN_MS = 20_000;
const KILLED_IN_TIME_WITHIN_MS = 60_000;
/** A worker that was killed with the claim keeps it for half a minute. */
const WOKEN_WITHIN_MS = 40_000;
/** The first pause of the ladder and a fifth, with time to spare. */
const RETRIED_WITHIN_MS = 110_000;

let stack: TestStack;
let receiver: Receiver;
let sluice: Sluice;
let dashboard: Sluice;

beforeAll(async () => {
  [stack, receiver] = await Promise.all([startTestStack(), startReceiver()]);
  sluice = new Sluice(stack);
  const { baseUrl, organizationId, sessions } = stack;
  dashboard = new Sluice({ baseUrl, organizationId, session: sessions.operator });
});
afterAll(async () => {
  await receiver?.stop();
  await stack?.[Symbol.asyncDispose]();
});

const arrived = (count: number) =>
  until(`${count} deliveries have come`, DELIVERED_WITHIN_MS, () => receiver.received.length >= count || undefined);

describe('webhooks on one machine', () => {
  test('are delivered as things happen, signed, and again when asked; none is lost by a restart', async () => {
    const { id: endpointId, secret } = await sluice.registerSandboxWebhookEndpoint({
      url: receiver.url,
      events: ['deposit.completed'],
    });

    await sluice.fundSandbox({ amount: '10.00' });
    await arrived(1);
    const [first] = receiver.received;
    const verified = new Webhook(secret).verify(first?.text ?? '', first?.headers as Record<string, string>);
    const { data } = await sluice.listEvents();
    expect(verified).toEqual(data[0]);

    receiver.answering = 500;
    await sluice.fundSandbox({ amount: '20.00' });
    await arrived(2);
    const failed = await until('the failure is recorded', DELIVERED_WITHIN_MS, async () =>
      (await sluice.listSandboxWebhookDeliveries({ endpointId })).find(({ status }) => status === 'failed'),
    );
    expect(failed).toMatchObject({ eventId: receiver.received[1]?.event.id, lastError: 'as told', attempt: 1 });

    receiver.answering = 200;
    await dashboard.replayWebhookDelivery({ endpointId, deliveryId: failed?.id ?? '' });
    await arrived(3);
    expect(receiver.received[2]?.event.id).toBe(failed?.eventId);

    await dashboard.enableWebhookEndpoint({ endpointId, enabled: false });
    await sluice.fundSandbox({ amount: '30.00' });
    await stack.stop();
    await stack.restart();
    sluice = new Sluice(stack);
    const { baseUrl, organizationId, sessions } = stack;
    dashboard = new Sluice({ baseUrl, organizationId, session: sessions.operator });
    expect(receiver.received).toHaveLength(3);
    await dashboard.enableWebhookEndpoint({ endpointId, enabled: true });
    await arrived(4);
    expect(receiver.received[3]?.event.sequence).toBe('3');
    const ended = await until('every delivery has ended', DELIVERED_WITHIN_MS, async () => {
      const deliveries = await sluice.listSandboxWebhookDeliveries({ endpointId });
      return deliveries.length === 3 && deliveries.every(({ status }) => status === 'succeeded')
        ? deliveries
        : undefined;
    });
    expect(ended).toHaveLength(3);
  }, 120_000);

  test('reach their endpoint within seconds of a restart when the stack is killed right after the commit', async () => {
    const behind = await receiverOfTest();
    await sluice.registerSandboxWebhookEndpoint({ url: behind.url, events: ['deposit.completed'] });
    await until('a kill comes before the delivery', KILLED_IN_TIME_WITHIN_MS, async () => {
      const before = behind.received.length;
      await sluice.fundSandbox({ amount: '50.00' });
      await stack.kill9();
      const isInTime = behind.received.length === before;
      behind.received.length = 0;
      await stack.restart();
      sluice = new Sluice(stack);
      return isInTime || undefined;
    });

    await until('the event has come', WOKEN_WITHIN_MS, () => behind.received.length > 0 || undefined);

    const { data } = await sluice.listEvents();
    expect(behind.received.map(({ event }) => event.sequence)).toContain(data.at(-1)?.sequence);
  }, 150_000);

  test('that failed are tried again about a minute later, by the real clock', async () => {
    const failing = await receiverOfTest(500);
    const { id: endpointId } = await sluice.registerSandboxWebhookEndpoint({
      url: failing.url,
      events: ['deposit.completed'],
    });
    await sluice.fundSandbox({ amount: '40.00' });
    const deliveryThatIs = (wanted: string) =>
      until(`the delivery is ${wanted}`, DELIVERED_WITHIN_MS, async () =>
        (await sluice.listSandboxWebhookDeliveries({ endpointId })).find(({ status }) => status === wanted),
      );
    const { lastAttemptAt, nextAttemptAt = '' } = await deliveryThatIs('failed');
    const pauseMs = Date.parse(nextAttemptAt) - Date.parse(lastAttemptAt);
    expect(Math.abs(pauseMs - 60_000)).toBeLessThanOrEqual(13_000);

    failing.answering = 200;
    await until('it is tried again', RETRIED_WITHIN_MS, () => failing.received.length > 1 || undefined);

    const accepted = await deliveryThatIs('succeeded');
    expect(accepted).toMatchObject({ attempt: 2, responseStatus: 200 });
    expect(Date.parse(accepted.lastAttemptAt)).toBeGreaterThanOrEqual(Date.parse(nextAttemptAt));
    expect(new Set(failing.received.map(({ event }) => event.id))).toEqual(new Set([accepted.eventId]));
  }, 150_000);
});
