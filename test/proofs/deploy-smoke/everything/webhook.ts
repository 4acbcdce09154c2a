import assert from 'node:assert/strict';
import type { PlayedStage } from './played-stage.ts';
import { until } from './until.ts';

/** A name that nobody may own (RFC 2606). */
const nowhere = 'https://receiver.invalid/webhooks';
/**
 * A worker that fails on a busy emulator leaves its hint hidden for almost three minutes, and no sweep finds an event. The
 * next event brings a new hint, with which both are offered.
 */
const nextEventMs = 20_000;

/**
 * Sends an event to a webhook endpoint: to the receiver, which must accept it. Without a receiver the address leads nowhere,
 * and the delivery must show that its attempt failed.
 */
export async function sendWebhook(stage: PlayedStage): Promise<string> {
  const { receiver } = stage.access;
  const organization = await stage.organization('listener');
  const { sluice } = organization;
  await stage.switchOn(organization, 'developer');
  const { id: endpointId } = await sluice.registerSandboxWebhookEndpoint({
    url: receiver ?? nowhere,
    events: ['deposit.completed'],
  });
  let [events, lastAt] = [0, 0];
  const delivery = await until('a webhook is attempted', async () => {
    if (Date.now() - lastAt >= nextEventMs) {
      await sluice.fundSandbox({ amount: '5.00' });
      [events, lastAt] = [events + 1, Date.now()];
    }
    const deliveries = await sluice.listSandboxWebhookDeliveries({ endpointId });
    assert.equal(
      new Set(deliveries.map(({ eventId }) => eventId)).size,
      deliveries.length,
      'one event is one delivery',
    );
    return deliveries.find(({ attempt, status }) => attempt > 0 && status !== 'pending');
  });
  const event = (await sluice.listEvents({})).data.find(({ id }) => id === delivery.eventId);
  assert.equal(event?.type, 'deposit.completed');
  assert.equal(delivery.eventType, event.type);
  const shown = JSON.stringify(delivery);
  const late = events > 1 ? `, after ${events} events because the first was late` : '';
  if (receiver !== undefined) {
    assert.equal(delivery.status, 'succeeded', shown);
    return `${receiver} accepted a webhook with ${delivery.responseStatus}${late}`;
  }
  assert.equal(delivery.status, 'failed', shown);
  assert.equal(delivery.responseStatus, undefined, shown);
  assert.match(delivery.lastError ?? '', /name cannot be resolved/, shown);
  assert.ok(delivery.nextAttemptAt, 'a failed attempt is repeated');
  return `a webhook was attempted and refused: ${delivery.lastError}${late}`;
}
