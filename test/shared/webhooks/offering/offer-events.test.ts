import { beforeEach, describe, expect, test } from 'vitest';
import { createOrganization } from '../../../../shared/access/organizations/create-organization.ts';
import { dueRef } from '../../../../shared/journal/due/due-work.ts';
import { sweepDueWork } from '../../../../shared/journal/due/sweep-due-work.ts';
import { cursorRef } from '../../../../shared/webhooks/endpoints/cursor.ts';
import { endpointWork } from '../../../../shared/webhooks/endpoints/endpoint.ts';
import { removeWebhookEndpoint } from '../../../../shared/webhooks/endpoints/remove-webhook-endpoint.ts';
import { claimCursor } from '../../../../shared/webhooks/offering/cursor-claim.ts';
import { hintEvents } from '../../../../shared/webhooks/offering/hint-events.ts';
import { beforeFirst, createFaultyTable, type FaultyTable, lostAnswer } from '../../../support/faults.ts';
import { deliver } from '../../../support/journey.ts';
import { receiverOfTest } from '../../../support/receiver.ts';
import { TestService } from '../../../support/service.ts';
import {
  addEndpoint,
  addEvents,
  cursorOf,
  deliveriesOf,
  followHints,
  HOUR_MS,
  MINUTE_MS,
  passUntil,
  sequences,
  sleepBriefly,
  wake,
} from './support.ts';

let table: FaultyTable;
let service: TestService;
let organizationId: string;

beforeEach(async () => {
  table = await createFaultyTable();
  service = await TestService.start({ sleep: sleepBriefly }, table);
  ({ organizationId } = await service.organization());
});

describe('new events', () => {
  test('reach every endpoint that wants them, in the order of the feed, and each has a delivery', async () => {
    const receivers = [await receiverOfTest(), await receiverOfTest(201)];
    const endpoints = [];
    for (const { url } of receivers) endpoints.push(await addEndpoint(service, organizationId, { url }));
    await addEvents(service, organizationId, 30);
    await wake(service, organizationId);
    for (const [index, receiver] of receivers.entries()) {
      expect(receiver.sequences.toSorted((a, b) => a - b)).toEqual(sequences(1, 30));
      const deliveries = await deliveriesOf(service, endpoints[index] as never);
      expect(deliveries.map(({ sequence }) => sequence)).toEqual(sequences(1, 30));
      expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['succeeded']));
      expect(deliveries[0]).toMatchObject({ attempt: 1, generation: 1, responseStatus: index === 0 ? 200 : 201 });
      expect(await cursorOf(service, endpoints[index] as never)).toMatchObject({
        offeredTo: 30,
        consecutiveFailures: 0,
        lastSuccessAt: service.clock.now,
      });
    }
  });

  test('of a type that is not wanted are passed over; opt-in types go to who names them', async () => {
    const receivers = [await receiverOfTest(), await receiverOfTest()];
    const all = await addEndpoint(service, organizationId, { url: receivers[0]?.url ?? '' });
    const some = await addEndpoint(service, organizationId, {
      url: receivers[1]?.url ?? '',
      events: ['deposit.completed', 'payout.failed'],
    });
    await addEvents(service, organizationId, 1, 'payout.pending');
    await addEvents(service, organizationId, 1, 'deposit.completed');
    await addEvents(service, organizationId, 1, 'checkout_payment.paid');
    await addEvents(service, organizationId, 1, 'payout.failed');
    await wake(service, organizationId);
    expect(receivers.map((receiver) => receiver.sequences)).toEqual([
      [1, 4],
      [2, 4],
    ]);
    expect((await deliveriesOf(service, all)).length).toBe(2);
    expect((await deliveriesOf(service, some)).length).toBe(2);
  });

  test('from before the registration are not offered', async () => {
    const receiver = await receiverOfTest();
    await addEvents(service, organizationId, 3);
    await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 2);
    await wake(service, organizationId);
    expect(receiver.sequences).toEqual([4, 5]);
  });

  test('that no hint told of are found by the heartbeat, within ten minutes, each time', async () => {
    const receiver = await receiverOfTest();
    await addEndpoint(service, organizationId, { url: receiver.url });
    for (const all of [3, 5, 7]) {
      await addEvents(service, organizationId, all - receiver.sequences.length);
      service.hints.take();
      service.clock.advance(10 * MINUTE_MS);
      await sweepDueWork(service.runtime);
      await followHints(service);
      expect(receiver.sequences.toSorted((a, b) => a - b)).toEqual(sequences(1, all));
    }
  });

  test('that no hint told of are found as often as the stage says', async () => {
    const hourly = await TestService.start({ sleep: sleepBriefly, heartbeatMs: 60 * MINUTE_MS }, table);
    const { organizationId } = await hourly.organization();
    const endpoint = await addEndpoint(hourly, organizationId, { url: (await receiverOfTest()).url });
    const heartbeat = async () => (await hourly.runtime.store.get(dueRef(endpointWork(endpoint))))?.dueAt;
    await passUntil(hourly, hourly.clock.now + 10 * MINUTE_MS);
    expect(await heartbeat()).toBe(hourly.clock.now + 60 * MINUTE_MS);
  });

  test('none wanted of cost an endpoint no write, until there are a hundred', async () => {
    const receiver = await receiverOfTest();
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 99, 'deposit.completed');
    const writes: string[] = [];
    table.intercept((call, send) => {
      if (/Put|Update|Write/.test(call.name)) writes.push(call.name);
      return send();
    });
    await wake(service, organizationId);
    table.intercept(undefined);
    expect(writes).toEqual([]);
    expect(await cursorOf(service, endpoint)).toMatchObject({ offeredTo: 0 });
    await addEvents(service, organizationId, 1, 'deposit.completed');
    await wake(service, organizationId);
    expect(await cursorOf(service, endpoint)).toMatchObject({ offeredTo: 100 });
    expect(receiver.received).toEqual([]);
  });

  test('behind more unwanted ones than a page of the feed holds are offered in the same turn', async () => {
    const receiver = await receiverOfTest();
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 450, 'deposit.completed');
    await addEvents(service, organizationId, 1);
    await wake(service, organizationId);
    expect(receiver.sequences).toEqual([451]);
    expect(await cursorOf(service, endpoint)).toMatchObject({ offeredTo: 451 });
  });

  test('come to a paused endpoint when it goes on, from where it was', async () => {
    const receiver = await receiverOfTest();
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url, enabled: false });
    await addEvents(service, organizationId, 3);
    await wake(service, organizationId);
    expect(receiver.received).toEqual([]);
    expect(await cursorOf(service, endpoint)).toMatchObject({ offeredTo: 0 });
  });
});

describe('a lone event', () => {
  test('costs an endpoint three writes: the claim, the delivery, the cursor', async () => {
    const receiver = await receiverOfTest();
    await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 1);
    const writes: string[] = [];
    table.intercept((call, send) => {
      if (/Put|Update|Write/.test(call.name)) writes.push(call.name);
      return send();
    });
    await wake(service, organizationId);
    table.intercept(undefined);
    expect(writes).toEqual(['Update', 'Put', 'Update']);
  });
});

describe('two workers at once', () => {
  test('offer nothing twice: one holds the cursor, the other’s hint comes back a second later', async () => {
    const receiver = await receiverOfTest(async (_received, response) => {
      await new Promise((done) => setTimeout(done, 100));
      response.writeHead(200).end();
    });
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 5);
    await Promise.all([wake(service, organizationId), wake(service, organizationId)]);
    expect(receiver.sequences.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
    expect(await cursorOf(service, endpoint)).toMatchObject({ offeredTo: 5 });
    expect(await cursorOf(service, endpoint)).not.toHaveProperty('claim');
    service.clock.advance(1_000);
    await followHints(service);
    expect(receiver.received).toHaveLength(5);
  });

  test('a hint that finds the cursor held by a dead worker comes back each second, and is followed when the lease ends', async () => {
    const receiver = await receiverOfTest();
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 1);
    service.hints.take();
    await claimCursor(service.runtime, endpoint);
    await hintEvents(service.runtime, [{ organizationId, sequence: 1 }]);
    for (const second of sequences(1, 30)) {
      const [hint, ...others] = service.hints.take();
      expect(others).toEqual([]);
      await deliver(service, [hint as never]);
      expect(service.hints.sent).toMatchObject([{ ...hint, dueAt: service.clock.now + 1_000 }]);
      expect(receiver.sequences, `after ${second - 1} seconds`).toEqual([]);
      service.clock.advance(1_000);
    }
    await followHints(service);
    expect(receiver.sequences).toEqual([1]);
  });

  test('a hint whose worker loses the race for the claim comes back a second later', async () => {
    const receiver = await receiverOfTest();
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 1);
    service.hints.take();
    await hintEvents(service.runtime, [{ organizationId, sequence: 1 }]);
    const [hint] = service.hints.take();
    table.intercept(beforeFirst('Update', () => claimCursor(service.runtime, endpoint)));
    await deliver(service, [hint as never]);
    table.intercept(undefined);
    expect(service.hints.take()).toMatchObject([{ ...hint, dueAt: service.clock.now + 1_000 }]);
  });

  test('a hint comes back for no holder that began after its event: that one sees the event by itself', async () => {
    const receiver = await receiverOfTest();
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 1);
    service.hints.take();
    await hintEvents(service.runtime, [{ organizationId, sequence: 1 }]);
    const [hint] = service.hints.take();
    service.clock.advance(1_500);
    await claimCursor(service.runtime, endpoint);
    await deliver(service, [hint as never]);
    expect(service.hints.take()).toEqual([]);
  });

  test('a heartbeat that finds the cursor held looks again when the lease ends', async () => {
    const receiver = await receiverOfTest();
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 1);
    service.clock.advance(10 * MINUTE_MS);
    // Whoever holds it ends without another look: it died, or had just seen the endpoint paused.
    await claimCursor(service.runtime, endpoint);
    await passUntil(service, service.clock.now);
    expect(receiver.sequences).toEqual([]);
    await passUntil(service, service.clock.now + 30_000);
    expect(receiver.sequences).toEqual([1]);
  });

  test('where the first died: the second goes on when its lease has ended, and a late row changes nothing', async () => {
    const receiver = await receiverOfTest();
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 3);
    // Dies when it has sent, before it has written.
    table.intercept(async ({ name }, send) => {
      if (name === 'Put') throw lostAnswer();
      return send();
    });
    await wake(service, organizationId).catch(() => undefined);
    table.intercept(undefined);
    expect(await deliveriesOf(service, endpoint)).toEqual([]);
    service.clock.advance(31_000);
    await wake(service, organizationId);
    expect((await deliveriesOf(service, endpoint)).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(await cursorOf(service, endpoint)).toMatchObject({ offeredTo: 3 });
  });
});

describe('an endpoint that is removed between the look at it and the claim', () => {
  test('is offered nothing, and its cursor stays away', async () => {
    const { runtime } = service;
    const developer = await createOrganization(runtime, { name: 'Example', mode: 'sandbox', features: ['developer'] });
    const receiver = await receiverOfTest();
    const endpoint = await addEndpoint(service, developer.organizationId, { url: receiver.url });
    await addEvents(service, developer.organizationId, 1);
    table.intercept(beforeFirst('Update', () => removeWebhookEndpoint(runtime, endpoint, {})));

    await wake(service, developer.organizationId);

    table.intercept(undefined);
    expect(await runtime.store.get(cursorRef(developer.organizationId, endpoint.endpointId))).toBeUndefined();
    expect(receiver.received).toEqual([]);
  });
});

describe('an endpoint that fails', () => {
  test('has each failed first attempt on the ladder: due again a minute later, about', async () => {
    const receiver = await receiverOfTest(500);
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 2);
    await wake(service, organizationId);
    const deliveries = await deliveriesOf(service, endpoint);
    expect(deliveries).toMatchObject([
      { status: 'failed', attempt: 1, responseStatus: 500, lastError: 'as told' },
      { status: 'failed', attempt: 1, responseStatus: 500, lastError: 'as told' },
    ]);
    for (const { nextAttemptAt = 0 } of deliveries) {
      expect(nextAttemptAt - service.clock.now).toBeGreaterThanOrEqual(0.8 * MINUTE_MS);
      expect(nextAttemptAt - service.clock.now).toBeLessThanOrEqual(1.2 * MINUTE_MS);
    }
    expect(await cursorOf(service, endpoint)).toMatchObject({
      offeredTo: 2,
      consecutiveFailures: 2,
      failedFirstAttempts: 2,
      lastFailureAt: service.clock.now,
      lastError: 'as told',
    });
  });

  test('ten times in a row has events of the type held back; probes try three of them, and a success brings all', async () => {
    const receiver = await receiverOfTest(500);
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 40);
    await wake(service, organizationId);
    const pause = 45_000;
    // The ten, then the newest and one between.
    expect(receiver.sequences.slice(0, 10)).toEqual(sequences(1, 10));
    expect(receiver.sequences.slice(10).sort()).toEqual([26, 40]);
    expect(await cursorOf(service, endpoint)).toMatchObject({ offeredTo: 10, probeAt: service.clock.now + pause });

    await wake(service, organizationId);
    expect(receiver.received).toHaveLength(12);

    for (let probe = 1; probe <= 7; probe += 1) {
      const { probeAt = 0 } = await cursorOf(service, endpoint);
      expect(probeAt - service.clock.now).toBe(pause);
      service.clock.now = probeAt;
      await wake(service, organizationId);
      const [oldest, ...others] = receiver.sequences.slice(9 + 3 * probe);
      expect(oldest).toBe(11);
      expect(others).toHaveLength(2);
      expect(others).toContain(40);
    }
    expect(await deliveriesOf(service, endpoint)).toHaveLength(10);

    receiver.answering = 200;
    service.clock.now = (await cursorOf(service, endpoint)).probeAt ?? 0;
    const before = receiver.received.length;
    await wake(service, organizationId);
    // Requests that begin one after another may arrive in another order.
    expect(receiver.sequences[before]).toBe(11);
    expect(receiver.sequences.slice(before).sort((a, b) => a - b)).toEqual(sequences(11, 40));
    const cursor = await cursorOf(service, endpoint);
    expect(cursor).toMatchObject({ offeredTo: 40, consecutiveFailures: 0, failedFirstAttempts: 0 });
    for (const attribute of ['probeAt', 'lanes', 'readTo']) expect(cursor).not.toHaveProperty(attribute);
    expect((await deliveriesOf(service, endpoint)).slice(10).every(({ status }) => status === 'succeeded')).toBe(true);
  });

  test('for long is probed every quarter of an hour, later every half hour, and that leaves no deliveries', async () => {
    const receiver = await receiverOfTest(500);
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 40);
    await wake(service, organizationId);
    service.clock.advance(HOUR_MS);
    const pauses: number[] = [];
    for (let probe = 1; probe <= 16; probe += 1) {
      await wake(service, organizationId);
      const { probeAt = 0 } = await cursorOf(service, endpoint);
      pauses.push((probeAt - service.clock.now) / MINUTE_MS);
      service.clock.now = probeAt;
    }
    expect(pauses).toEqual([...Array(12).fill(15), 30, 30, 30, 30]);
    expect((await deliveriesOf(service, endpoint)).map(({ sequence }) => sequence)).toEqual(sequences(1, 10));
    expect(await cursorOf(service, endpoint)).toMatchObject({ offeredTo: 10, readTo: 40 });
  });

  test('at length is kept with its delivery, and in its beginning with the endpoint', async () => {
    const answer = `${'a'.repeat(255)}😀${'b'.repeat(2_000)}`;
    const receiver = await receiverOfTest((_received, response) => response.writeHead(500).end(answer));
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addEvents(service, organizationId, 1);

    await wake(service, organizationId);

    expect(await deliveriesOf(service, endpoint)).toMatchObject([{ lastError: answer }]);
    expect(await cursorOf(service, endpoint)).toMatchObject({ lastError: `${'a'.repeat(255)}\ufffd` });
  });

  test('does not hold up another of the same organization', async () => {
    const [bad, good] = [await receiverOfTest(() => undefined), await receiverOfTest()];
    await addEndpoint(service, organizationId, { url: bad.url });
    const healthy = await addEndpoint(service, organizationId, { url: good.url });
    await addEvents(service, organizationId, 3);
    const waking = wake(service, organizationId);
    await expect.poll(() => good.sequences).toEqual([1, 2, 3]);
    await expect.poll(async () => (await cursorOf(service, healthy)).offeredTo).toBe(3);
    expect(await cursorOf(service, healthy)).not.toHaveProperty('claim');
    await bad.stop();
    await waking;
  });
});
