import { beforeAll, describe, expect, test } from 'vitest';
import type { Event, RegisteredWebhookEndpoint, WebhookEndpoint } from '../../client/src/index.ts';
import { sweepDueWork } from '../../shared/journal/due/sweep-due-work.ts';
import type { Mail } from '../../shared/ports/mailer.ts';
import { DAY_MS, followHints, MINUTE_MS, passUntil, wake } from '../shared/webhooks/offering/support.ts';
import { quotedByName, quotes } from '../support/quotes.ts';
import type { Receiver } from '../support/receiver.ts';
import { faultsOf, send, useService } from './support.ts';
import {
  deliveriesOf,
  feedOf,
  happens,
  listedEndpoint,
  listen,
  shortPauses,
  useReceivers,
  type WebhookCaller,
  webhookCaller,
} from './webhooks-support.ts';

const mails: Mail[] = [];
const mailer = { send: async (mail: Mail) => void mails.push(mail) };
const stage = useService({ ...shortPauses, mailer });
const newReceiver = useReceivers();

let caller: WebhookCaller;
/** By role. */
const people: Record<string, string> = {};
/** Accepts nothing. */
let deadReceiver: Receiver;
let dead: RegisteredWebhookEndpoint;
/** Of its three deliveries, just before the five days are over, and when they are. */
let [before, after]: WebhookEndpoint[] = [];
let statuses: readonly string[];
/** Accepts nothing either, but is sent only two events. */
let twice: RegisteredWebhookEndpoint;
/** Accepts one event on the second day, and nothing else. */
let lively: RegisteredWebhookEndpoint;
/** Healthy ones: whose `events` is empty, and that names some. */
let all: Receiver;
let named: Receiver;

beforeAll(async () => {
  const { service } = stage.http;
  caller = await webhookCaller(stage.http);
  for (const role of ['owner', 'admin', 'viewer'] as const) {
    const { userId } = await service.member(caller.organizationId, role);
    people[role] = `${userId}@example.com`;
  }
  deadReceiver = await newReceiver(500);
  [all, named] = [await newReceiver(), await newReceiver()];
  const livelyReceiver = await newReceiver(({ event }, response) =>
    response.writeHead(event.type === 'deposit.completed' ? 200 : 500).end(),
  );
  dead = await listen(caller, deadReceiver);
  twice = await listen(caller, await newReceiver(500), { events: ['payout.failed'] });
  lively = await listen(caller, livelyReceiver, { events: ['payout.returned', 'payout.failed', 'deposit.completed'] });
  await listen(caller, all);
  await listen(caller, named, { events: ['payout.failed'] });

  const begun = service.clock.now;
  await happens(stage.http, caller, { type: 'payout.returned' });
  await happens(stage.http, caller, { type: 'payout.failed', count: 2 });
  await passUntil(service, begun + 2 * DAY_MS);
  await happens(stage.http, caller, { type: 'deposit.completed' });
  await passUntil(service, begun + 5 * DAY_MS - 1);
  statuses = (await deliveriesOf(caller, dead)).map(({ status }) => status);
  before = await listedEndpoint(caller, dead);
  await passUntil(service, begun + 5 * DAY_MS + 10 * MINUTE_MS);
  after = await listedEndpoint(caller, dead);
  await wake(service, caller.organizationId);
  // Mail is later work as well.
  await sweepDueWork(service.runtime);
  await followHints(service);
});

const disablings = async (): Promise<readonly Event[]> =>
  (await caller.sluice.listEvents({ type: 'webhook_endpoint.disabled' })).data;
const arrivedOf = ({ received }: Receiver, type: string) =>
  received.filter(({ event }) => event.type === type).map(({ event }) => event);

describe('Events > Auto-disable', quotedByName, () => {
  test(
    'After three dead deliveries and five days with no accepted delivery the endpoint is disabled (`disabledReason: auto_disabled_after_failures`), owners and admins are emailed, and `webhook_endpoint.disabled` goes to empty-list endpoints.',
    quotes({
      'Resources and their fields > Webhook endpoint and delivery': '`disabledReason` (`auto_disabled_after_failures`)',
    }),
    async () => {
      expect(statuses).toEqual(['dead', 'dead', 'dead']);
      expect(before).toMatchObject({ enabled: true });
      expect(after).toMatchObject({ enabled: false, disabledReason: 'auto_disabled_after_failures' });
      const told = mails.filter(({ subject, text }) => subject.endsWith('was disabled') && text.includes(dead.id));
      expect(told.map(({ to }) => to).toSorted()).toEqual([people.owner, people.admin].toSorted());
      const [event] = await disablings();
      expect(arrivedOf(all, 'webhook_endpoint.disabled')).toEqual([event]);
    },
  );
});

describe('States and transitions > Webhook endpoint', quotedByName, () => {
  test('Enabled to disabled: automatically after three exhausted retry ladders with no accepted delivery for five days (`disabledReason: auto_disabled_after_failures`).', async () => {
    expect(after).toMatchObject({ id: dead.id, enabled: false, disabledReason: 'auto_disabled_after_failures' });
    // Not after two, and not while one was accepted within the five days.
    for (const endpoint of [twice, lively]) {
      expect(await listedEndpoint(caller, endpoint)).toMatchObject({ enabled: true });
    }
    expect((await deliveriesOf(caller, lively)).filter(({ status }) => status === 'dead')).toHaveLength(3);
    expect((await deliveriesOf(caller, twice)).map(({ status }) => status)).toEqual(['dead', 'dead']);
    // Two days later it is so for the one, never for the other.
    const { service } = stage.http;
    await passUntil(service, service.clock.now + 2 * DAY_MS);
    expect(await listedEndpoint(caller, lively)).toMatchObject({
      enabled: false,
      disabledReason: 'auto_disabled_after_failures',
    });
    expect(await listedEndpoint(caller, twice)).toMatchObject({ enabled: true });
  });
});

describe('Events > Event types', quotedByName, () => {
  test('auto-disable gives `webhook_endpoint.disabled`.', async () => {
    const ofEndpoint = (await disablings()).filter(({ data }) => 'id' in data && data.id === dead.id);
    expect(ofEndpoint).toMatchObject([{ data: { disabledReason: 'auto_disabled_after_failures' } }]);
  });

  test('`webhook_endpoint.disabled` | delivered to other endpoints whose `events` list is empty; cannot be named in `events` | empty-list endpoints only', async () => {
    const [event] = await disablings();
    expect(event?.data).toMatchObject({ id: dead.id, enabled: false });
    expect(arrivedOf(all, 'webhook_endpoint.disabled')[0]).toEqual(event);
    expect(arrivedOf(named, 'payout.failed')).toHaveLength(2);
    expect(arrivedOf(named, 'webhook_endpoint.disabled')).toEqual([]);
    const naming = ['payout.failed', 'webhook_endpoint.disabled'] as never;
    expect(await faultsOf(listen(caller, named, { events: naming }))).toEqual(['events[1]']);
  });
});

// Last: it is enabled again.
describe('Events > Auto-disable', quotedByName, () => {
  test('Events keep being recorded; nothing is sent until re-enabled.', async () => {
    const { service } = stage.http;
    const attempts = deadReceiver.received.length;
    const { nextSince } = await caller.sluice.listEvents({ limit: 500 });
    deadReceiver.answering = 200;
    await happens(stage.http, caller, { count: 2 });
    await passUntil(service, service.clock.now + DAY_MS);
    expect(deadReceiver.received).toHaveLength(attempts);
    const recorded = (await caller.sluice.listEvents({ since: nextSince })).data;
    expect(recorded).toHaveLength(2);

    await caller.dashboard.enableWebhookEndpoint({ endpointId: dead.id, enabled: true });
    await passUntil(service, service.clock.now + 1);
    const sent = deadReceiver.received.slice(attempts).map(({ event }) => event);
    expect(sent.slice(-2)).toEqual(recorded);
    // Others than itself: that it was disabled it need not be told.
    expect(sent.filter(({ data }) => 'id' in data && data.id === dead.id)).toEqual([]);
  });
});

describe('States and transitions > Webhook endpoint', quotedByName, () => {
  test('Disabled to enabled: the enabled route (dashboard); resuming clears health.', async () => {
    const { service } = stage.http;
    expect(await listedEndpoint(caller, lively)).toMatchObject({ enabled: false });
    const path = `/organizations/${caller.organizationId}/webhook-endpoints/${lively.id}/enabled`;
    const refused = await send(stage.http, caller.of, 'POST', path, { body: { enabled: true } });
    expect([refused.status, refused.body.type]).toEqual([401, 'UNAUTHORIZED']);

    const resumed = await caller.dashboard.enableWebhookEndpoint({ endpointId: lively.id, enabled: true });
    expect(resumed).toMatchObject({ enabled: true, consecutiveFailures: 0 });
    for (const field of ['disabledReason', 'lastFailureAt', 'lastError', 'nextProbeAt'])
      expect(resumed).not.toHaveProperty(field);
    // Deliveries that died before count no more.
    await happens(stage.http, caller, { type: 'payout.failed' });
    await passUntil(service, service.clock.now + 6 * DAY_MS);
    expect((await deliveriesOf(caller, lively)).filter(({ status }) => status === 'dead')).toHaveLength(4);
    expect(await listedEndpoint(caller, lively)).toMatchObject({ enabled: true });
    expect((await feedOf(caller)).filter(({ data }) => 'id' in data && data.id === lively.id)).toHaveLength(1);
  });
});

test(
  'an endpoint that is resumed has five days again, however long ago it accepted a delivery',
  quotes({ 'States and transitions > Webhook endpoint': 'resuming clears health.' }),
  async () => {
    const { service } = stage.http;
    await caller.dashboard.enableWebhookEndpoint({ endpointId: dead.id, enabled: false });
    deadReceiver.answering = 500;
    service.clock.advance(20 * DAY_MS);
    await caller.dashboard.enableWebhookEndpoint({ endpointId: dead.id, enabled: true });
    const resumedAt = service.clock.now;
    await happens(stage.http, caller, { count: 3 });
    await passUntil(service, resumedAt + 5 * DAY_MS - 1);
    expect((await deliveriesOf(caller, dead)).slice(0, 3).map(({ status }) => status)).toEqual([
      'dead',
      'dead',
      'dead',
    ]);
    expect(await listedEndpoint(caller, dead)).toMatchObject({ enabled: true });
    await passUntil(service, resumedAt + 5 * DAY_MS + 10 * MINUTE_MS);
    expect(await listedEndpoint(caller, dead)).toMatchObject({ enabled: false });
  },
);

describe('Endpoints > List events (feed)', quotedByName, () => {
  test('`webhook_endpoint.*`', async () => {
    const whole = await feedOf(caller);
    const ofEndpoints = whole.filter(({ type }) => type.startsWith('webhook_endpoint.'));
    expect(ofEndpoints.length).toBeGreaterThan(0);
    expect(await disablings()).toEqual(ofEndpoints);
    expect(whole.some(({ type }) => type.startsWith('payout.'))).toBe(true);
  });
});
