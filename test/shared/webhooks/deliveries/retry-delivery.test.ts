import { beforeEach, describe, expect, test } from 'vitest';
import { decideAndCommit } from '../../../../shared/journal/commit/decide.ts';
import { listEvents } from '../../../../shared/records/events/list-events.ts';
import { endpointRef } from '../../../../shared/webhooks/endpoints/endpoint.ts';
import { ladder } from '../../../../shared/webhooks/endpoints/ladder.ts';
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
  mailsOf,
  passUntil,
  sleepBriefly,
  storedEndpoint,
  subjectsOf,
  wake,
} from '../offering/support.ts';

let service: TestService;
let organizationId: string;
let receiver: Receiver;

beforeEach(async () => {
  service = await TestService.start({ sleep: sleepBriefly });
  ({ organizationId } = await service.organization());
  receiver = await receiverOfTest(500);
});

describe('the ladder', () => {
  test('has nine retries, each after its pause, give or take 20 percent; then the delivery is dead and stays', async () => {
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 1);
    await wake(service, organizationId);
    for (const [index, pause] of ladder.entries()) {
      const [delivery] = await deliveriesOf(service, endpoint);
      expect(delivery).toMatchObject({ status: 'failed', attempt: index + 1, lastError: 'as told' });
      const { nextAttemptAt = 0 } = delivery as never;
      expect(Math.abs(nextAttemptAt - service.clock.now - pause)).toBeLessThanOrEqual(0.2 * pause);
      await passUntil(service, nextAttemptAt - 1);
      expect(receiver.received).toHaveLength(index + 1);
      await passUntil(service, nextAttemptAt);
      expect(receiver.received).toHaveLength(index + 2);
    }
    const [dead] = await deliveriesOf(service, endpoint);
    expect(dead).toMatchObject({ status: 'dead', attempt: 10, lastError: 'as told', responseStatus: 500 });
    expect(dead).not.toHaveProperty('nextAttemptAt');
    await passUntil(service, service.clock.now + 2 * DAY_MS);
    expect(receiver.received).toHaveLength(10);
    expect(new Set(receiver.received.map(({ headers }) => headers['svc-id'])).size).toBe(1);
  });

  test('ends with the first attempt that is accepted', async () => {
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 1);
    await wake(service, organizationId);
    receiver.answering = 204;
    await passUntil(service, service.clock.now + 2 * HOUR_MS);
    expect(await deliveriesOf(service, endpoint)).toMatchObject([
      { status: 'succeeded', attempt: 2, responseStatus: 204, lastError: 'as told' },
    ]);
    expect(receiver.received).toHaveLength(2);
    expect(await cursorOf(service, endpoint)).toMatchObject({ consecutiveFailures: 0, failedFirstAttempts: 0 });
  });

  test('retries together what failed together, and sends the bytes that the feed shows each time', async () => {
    await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 4);
    await wake(service, organizationId);
    await passUntil(service, service.clock.now + 10 * MINUTE_MS);
    const { data } = await listEvents(service.runtime, organizationId, { since: 0, limit: 10 });
    for (const { text, event } of receiver.received) {
      expect(text).toBe(JSON.stringify(data[Number(event.sequence) - 1]));
    }
    expect(receiver.received).toHaveLength(12);
  });

  test('that succeeds ends the keeping back of events: they need not wait for the probe', async () => {
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 12);
    await wake(service, organizationId);
    service.clock.now = Math.max(
      ...(await deliveriesOf(service, endpoint)).map(({ nextAttemptAt = 0 }) => nextAttemptAt),
    );
    receiver.answering = 200;
    await passUntil(service, service.clock.now);
    expect(await cursorOf(service, endpoint)).toMatchObject({ offeredTo: 12, consecutiveFailures: 0 });
    expect((await deliveriesOf(service, endpoint)).every(({ status }) => status === 'succeeded')).toBe(true);
  });

  test('of an endpoint that is gone ends', async () => {
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 1);
    await wake(service, organizationId);
    await service.runtime.store.remove(endpointRef(organizationId, endpoint.endpointId), {});
    await passUntil(service, service.clock.now + DAY_MS);
    expect(receiver.received).toHaveLength(1);
  });
});

describe('owners', () => {
  test('are told once when an attempt an hour after the one before fails, and again only after a recovery', async () => {
    await addEndpoint(service, organizationId, { url: receiver.url });
    const trouble = 'Example: a webhook endpoint keeps failing';
    await addEvents(service, organizationId, 2);
    await wake(service, organizationId);
    await passUntil(service, service.clock.now + HOUR_MS);
    expect(await subjectsOf(service, organizationId)).toEqual([]);
    await passUntil(service, service.clock.now + DAY_MS);
    expect(await mailsOf(service, organizationId)).toMatchObject([{ subject: trouble, roles: ['owner'] }]);

    receiver.answering = 200;
    await passUntil(service, service.clock.now + 2 * DAY_MS);
    receiver.answering = 500;
    await addEvents(service, organizationId, 1);
    await wake(service, organizationId);
    await passUntil(service, service.clock.now + DAY_MS);
    expect(await subjectsOf(service, organizationId)).toEqual([trouble, trouble]);
  });

  test('are told again of an endpoint that has recovered, and then fails for another hour', async () => {
    await addEndpoint(service, organizationId, { url: receiver.url });
    const fail = async () => {
      receiver.answering = 500;
      await addEvents(service, organizationId, 1);
      await wake(service, organizationId);
      await passUntil(service, service.clock.now + 2 * HOUR_MS);
    };
    await fail();
    await fail();
    expect(await subjectsOf(service, organizationId)).toHaveLength(1);

    receiver.answering = 200;
    await addEvents(service, organizationId, 1);
    await passUntil(service, service.clock.now + 3 * HOUR_MS);
    await fail();
    expect(await subjectsOf(service, organizationId)).toHaveLength(2);
  });

  test('are told once a day of an endpoint that refuses some events and accepts others', async () => {
    receiver.answering = ({ event }, response) => {
      response.writeHead(event.type === 'payout.failed' ? 500 : 200).end();
    };
    await addEndpoint(service, organizationId, { url: receiver.url });
    for (let hours = 0; hours < 30; hours += 1) {
      await addEvents(service, organizationId, 1, 'payout.failed');
      await addEvents(service, organizationId, 1);
      await wake(service, organizationId);
      await passUntil(service, service.clock.now + HOUR_MS);
    }
    expect(await subjectsOf(service, organizationId)).toHaveLength(2);
  });
});

describe('an endpoint that stays dead', () => {
  test('is disabled after three dead deliveries and five days without an accepted one, and others are told', async () => {
    const other = await receiverOfTest();
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEndpoint(service, organizationId, { url: other.url });
    const named = await receiverOfTest();
    await addEndpoint(service, organizationId, { url: named.url, events: ['payout.failed'] });
    const begun = service.clock.now;
    await addEvents(service, organizationId, 3);
    await wake(service, organizationId);

    await passUntil(service, begun + 5 * DAY_MS - 1);
    expect((await deliveriesOf(service, endpoint)).map(({ status }) => status)).toEqual(['dead', 'dead', 'dead']);
    expect(await storedEndpoint(service, endpoint)).toMatchObject({ enabled: true });

    await passUntil(service, begun + 5 * DAY_MS + 10 * MINUTE_MS);
    await wake(service, organizationId);
    expect(await storedEndpoint(service, endpoint)).toMatchObject({
      enabled: false,
      disabledReason: 'auto_disabled_after_failures',
    });
    const events = (await listEvents(service.runtime, organizationId, { since: 3, limit: 10 })).data;
    expect(events).toMatchObject([{ type: 'webhook_endpoint.disabled', data: { id: endpoint.endpointId } }]);
    expect(other.received.at(-1)?.event.type).toBe('webhook_endpoint.disabled');
    expect(named.received).toEqual([]);
    expect(await subjectsOf(service, organizationId)).toEqual([
      'Example: a webhook endpoint keeps failing',
      'Example: a webhook endpoint was disabled',
    ]);
    const attempts = receiver.received.length;
    await addEvents(service, organizationId, 1);
    await wake(service, organizationId);
    await passUntil(service, service.clock.now + DAY_MS);
    expect(receiver.received).toHaveLength(attempts);
  });

  test('is not told of itself when it goes on', async () => {
    const other = await receiverOfTest();
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEndpoint(service, organizationId, { url: other.url });
    receiver.answering = 200;
    await decideAndCommit(service.runtime, {
      organizationId,
      reads: {},
      decide: (_found, draft) => {
        draft.event({ type: 'webhook_endpoint.disabled', data: { id: endpoint.endpointId } });
        return { reply: { status: 200, body: undefined } };
      },
    });
    await wake(service, organizationId);
    expect([receiver.sequences, other.sequences]).toEqual([[], [1]]);
  });

  test('is not while one delivery was accepted within five days, nor after two dead ones', async () => {
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    const begun = service.clock.now;
    await addEvents(service, organizationId, 3);
    await wake(service, organizationId);
    await passUntil(service, begun + 3.7 * DAY_MS);
    expect((await cursorOf(service, endpoint)).deadDeliveries).toBe(3);
    receiver.answering = 200;
    await addEvents(service, organizationId, 1);
    await wake(service, organizationId);
    receiver.answering = 500;
    await addEvents(service, organizationId, 2);
    await wake(service, organizationId);
    await passUntil(service, begun + 10 * DAY_MS);
    expect(await cursorOf(service, endpoint)).toMatchObject({ deadDeliveries: 2 });
    expect(await storedEndpoint(service, endpoint)).toMatchObject({ enabled: true });
  });
});
