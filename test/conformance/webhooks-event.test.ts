import { beforeAll, describe, expect, test } from 'vitest';
import type { Event, RegisteredWebhookEndpoint } from '../../client/src/index.ts';
import { eventTypes } from '../../shared/journal/rows/event.ts';
import { commitOnce } from '../shared/journal/commit/support.ts';
import { addEvents, wake } from '../shared/webhooks/offering/support.ts';
import { lostAnswer } from '../support/faults.ts';
import { settle } from '../support/journey.ts';
import { quotedByName, quotes } from '../support/quotes.ts';
import type { Received, Receiver } from '../support/receiver.ts';
import { sent } from '../support/sent.ts';
import { liveCaller, payeeOf, processOf, useService } from './support.ts';
import { feedOf, listen, shortPauses, useReceivers, type WebhookCaller, webhookCaller } from './webhooks-support.ts';

const LEASE_MS = 30_000;
const stage = useService(shortPauses);
const newReceiver = useReceivers();
let receiver: Receiver;
let caller: WebhookCaller;
let endpoint: RegisteredWebhookEndpoint;
/** A deposit and a payout, as the feed has them and as they were delivered. */
let feed: readonly Event[];
let deliveries: readonly Received[];

beforeAll(async () => {
  receiver = await newReceiver();
  caller = await webhookCaller(stage.http);
  endpoint = await listen(caller, receiver, {
    events: ['deposit.completed', 'payout.pending', 'payout.processing', 'payout.completed'],
  });
  await caller.sluice.fundSandbox({ amount: '100.00' });
  stage.http.service.clock.advance(5_000);
  await sent(caller.sluice.createPayout({ amount: '10.00', destinationAccountId: await payeeOf(caller) }));
  await settle(stage.http.service);
  await wake(stage.http.service, caller.organizationId);
  feed = await feedOf(caller);
  deliveries = receiver.received.toSorted((a, b) => Number(a.event.sequence) - Number(b.event.sequence));
});

/** A field of every event, the same in the feed and in its delivery. */
function both<Field extends keyof Event>(field: Field): Event[Field][] {
  const inFeed = feed.map((event) => event[field]);
  expect(deliveries.map(({ event }) => event[field])).toEqual(inFeed);
  expect(inFeed).toHaveLength(4);
  return inFeed;
}

describe('Resources and their fields > Event (feed row and webhook body)', quotedByName, () => {
  test('`id` | opaque; equals the delivery header id and the feed row id; written once, never changes', async () => {
    const ids = both('id');
    expect(new Set(ids).size).toBe(4);
    expect(deliveries.map(({ headers }) => headers['svc-id'])).toEqual(ids);
    // Read and sent again, later and behind others.
    await commitOnce(stage.http.service.runtime, caller.organizationId);
    stage.http.service.clock.advance(60_000);
    const [replayed] = (await caller.sluice.listWebhookDeliveries({ endpointId: endpoint.id })).slice(-1);
    await caller.dashboard.replayWebhookDelivery({ endpointId: endpoint.id, deliveryId: replayed?.id ?? '' });
    await settle(stage.http.service);
    expect(receiver.received.at(-1)).toMatchObject({ event: { id: ids[0] }, headers: { 'svc-id': ids[0] } });
    expect((await feedOf(caller)).slice(0, 4).map(({ id }) => id)).toEqual(ids);
  });

  test('`sequence` | string; total order; the feed cursor', async () => {
    const sequences = both('sequence');
    expect(sequences).toEqual(['1', '2', '3', '4']);
    for (const [index, since] of sequences.entries()) {
      const { data } = await caller.sluice.listEvents({ since, limit: 4 });
      expect(data.slice(0, 3 - index)).toEqual(feed.slice(index + 1));
    }
  });

  test('`type` | event type', () => {
    const types = both('type');
    expect(types).toEqual(['deposit.completed', 'payout.pending', 'payout.processing', 'payout.completed']);
    for (const type of types) expect(eventTypes).toContain(type);
  });

  test('`createdAt` | timestamp', () => {
    const times = both('createdAt').map((text) => {
      expect(text).toBe(new Date(text).toISOString());
      return Date.parse(text);
    });
    const [deposited = 0, accepted = 0] = times;
    expect(accepted - deposited).toBe(5_000);
    expect(times).toEqual(times.toSorted());
  });

  test(
    '`apiVersion` | integer, `1`',
    quotes({ Versioning: 'Webhook and feed events carry `apiVersion` (integer, `1` today)' }),
    () => {
      expect(both('apiVersion')).toEqual([1, 1, 1, 1]);
    },
  );

  test('`livemode` | boolean; `false` from a sandbox organization', async () => {
    expect(both('livemode')).toEqual([false, false, false, false]);
    const live = await liveCaller(stage.http);
    const ofLive = await newReceiver();
    await listen(await webhookCaller(stage.http, live.of), ofLive, { events: ['deposit.completed'] });
    await commitOnce(stage.http.service.runtime, live.of.organizationId);
    await wake(stage.http.service, live.of.organizationId);
    expect(ofLive.received).toMatchObject([{ event: { livemode: true } }]);
    expect((await feedOf(live)).at(-1)?.livemode).toBe(true);
  });

  test('`data` | the event payload, identical in the feed and in the delivery', () => {
    expect(both('data')).toMatchObject([
      { status: 'completed', amount: '100.00' },
      { status: 'pending', sourceAmount: '10.00' },
      { status: 'processing' },
      { status: 'completed', sourceAmount: '10.00' },
    ]);
    for (const [index, { text }] of deliveries.entries()) expect(text).toContain(JSON.stringify(feed[index]?.data));
  });

  // What batches tell is in `batches/words.test.ts`.
  test('`payoutId` | payout id', () => {
    const [ofDeposit, ...ofPayout] = both('payoutId');
    expect(ofDeposit).toBeUndefined();
    expect(ofPayout).toEqual(feed.slice(1).map(({ data }) => 'payoutId' in data && data.payoutId));
  });
});

describe('Endpoints > List events (feed)', quotedByName, () => {
  test('Delivery is at least once: dedupe on `id`; cursor on `sequence`.', async () => {
    const { service } = stage.http;
    const twice = await newReceiver();
    const ofTwice = await webhookCaller(stage.http);
    const { organizationId } = ofTwice;
    await listen(ofTwice, twice);
    await addEvents(service, organizationId, 3);
    // A worker dies when it has sent, before it has written that it did.
    const dying = await processOf(
      stage.http,
      async ({ name }, send) => {
        if (name === 'Put') throw lostAnswer();
        return send();
      },
      shortPauses,
    );
    await wake(dying.service, organizationId).catch(() => undefined);
    service.clock.advance(LEASE_MS + 1);
    await wake(service, organizationId);
    const events = await feedOf(ofTwice);
    expect(twice.received.length).toBeGreaterThan(3);
    const byId = new Map(twice.received.map(({ event }) => [event.id, event]));
    expect([...byId.values()].toSorted((a, b) => Number(a.sequence) - Number(b.sequence))).toEqual(events);
    expect((await ofTwice.sluice.listEvents({ since: events[0]?.sequence ?? '' })).data).toEqual(events.slice(1));
  });
});
