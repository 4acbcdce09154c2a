import { beforeEach, describe, expect, test } from 'vitest';
import type { RegisteredWebhookEndpoint, Sluice } from '../../client/src/index.ts';
import { addDelivery, webhooksOf } from '../functions/webhooks/support.ts';
import { DAY_MS, MINUTE_MS, passUntil } from '../shared/webhooks/offering/support.ts';
import { quotedByName, quotes } from '../support/quotes.ts';
import type { Receiver } from '../support/receiver.ts';
import { refusalOf, useService } from './support.ts';
import {
  deliveriesOf,
  happens,
  listen,
  shortPauses,
  useReceivers,
  type WebhookCaller,
  webhookCaller,
} from './webhooks-support.ts';

const stage = useService(shortPauses);
const newReceiver = useReceivers();
let receiver: Receiver;
let caller: WebhookCaller;
let dashboard: Sluice;
let endpoint: RegisteredWebhookEndpoint;
let endpointId: string;

beforeEach(async () => {
  receiver = await newReceiver();
  caller = await webhookCaller(stage.http);
  dashboard = caller.dashboard;
  endpoint = await listen(caller, receiver);
  endpointId = endpoint.id;
});

const pass = (ms: number) => passUntil(stage.http.service, stage.http.service.clock.now + ms);
const instant = (ms: number) => new Date(ms).toISOString();

const section = 'Endpoints > Webhook management (dashboard session only; an API key cannot call these)';

describe(section, quotedByName, () => {
  test('`POST …/{id}/deliveries/{deliveryId}/replay` | re-fire one delivery with a fresh retry ladder, same event `id`', async () => {
    const { clock } = stage.http.service;
    receiver.answering = ({ event }, response) => response.writeHead(event.sequence === '1' ? 500 : 200).end();
    await happens(stage.http, caller, { count: 2 });
    await pass(5 * DAY_MS);
    const dead = (await deliveriesOf(caller, endpoint)).find(({ status }) => status === 'dead');
    expect(dead).toMatchObject({ attempt: 10 });
    expect(receiver.received).toHaveLength(11);

    await dashboard.replayWebhookDelivery({ endpointId, deliveryId: dead?.id ?? '' });
    await pass(0);
    expect(receiver.received).toHaveLength(12);
    expect(receiver.received.at(-1)).toMatchObject({
      event: { id: dead?.eventId },
      headers: { 'svc-id': dead?.eventId },
    });
    const [replayed] = await deliveriesOf(caller, endpoint);
    expect(replayed).toMatchObject({ id: dead?.id, status: 'failed', attempt: 1 });
    const pause = Date.parse(replayed?.nextAttemptAt ?? '') - clock.now;
    expect(Math.abs(pause / MINUTE_MS - 1)).toBeLessThanOrEqual(0.2);
    await pass(5 * DAY_MS);
    expect(receiver.received).toHaveLength(11 + 10);
    expect((await deliveriesOf(caller, endpoint))[0]).toMatchObject({ id: dead?.id, status: 'dead', attempt: 10 });
  });

  test(
    '`POST …/{id}/deliveries/replay` | body `from`, `to` (ISO 8601), `status` (`failed` default, or `all`)',
    quotes({ [section]: 'oldest first; answers `{ requeued }`' }),
    async () => {
      const { clock } = stage.http.service;
      // Two events at a time, of which the second fails; the ladder of the first is not due before the last.
      receiver.answering = ({ event }, response) => response.writeHead(Number(event.sequence) % 2 ? 200 : 400).end();
      const times: number[] = [];
      for (let time = 0; time < 3; time += 1) {
        times.push(clock.now);
        await happens(stage.http, caller, { count: 2 });
        clock.advance(10_000);
      }
      const [first = 0, second = 0, third = 0] = times;
      receiver.answering = 200;
      const replay = async (from: number, to: number, more: object = {}) => {
        receiver.received.length = 0;
        const range = { from: instant(from), to: instant(to) };
        const answer = await dashboard.replayWebhookDeliveries({ endpointId, ...range, ...more });
        // From one due time to the next.
        await pass(1_000);
        return { answer, sequences: receiver.sequences };
      };
      expect(await replay(first, second)).toEqual({ answer: { requeued: 2 }, sequences: [2, 4] });
      expect(await replay(second, third, { status: 'failed' })).toEqual({ answer: { requeued: 1 }, sequences: [6] });
      expect(await replay(first + 1, third, { status: 'all' })).toEqual({
        answer: { requeued: 4 },
        sequences: [3, 4, 5, 6],
      });
      for (const wrong of [{ from: 'yesterday' }, { to: undefined }, { status: 'dead' }]) {
        const refused = await refusalOf(replay(first, third, wrong));
        expect(refused).toMatchObject({ type: 'VALIDATION_ERROR', errors: [{ path: Object.keys(wrong)[0] }] });
      }
    },
  );
});

describe('Limits', quotedByName, () => {
  test('Bulk delivery replay | up to 1,000 deliveries per call', quotes({ [section]: '; up to 1,000;' }), async () => {
    const { service } = stage.http;
    const webhooks = await webhooksOf(service, caller.of);
    const rows = Array.from({ length: 1_001 }, (_, index) => index + 1);
    for (let start = 0; start < rows.length; start += 40) {
      const group = rows.slice(start, start + 40);
      await Promise.all(group.map((sequence) => addDelivery(service, webhooks, endpointId, { sequence })));
    }
    const range = { endpointId, from: instant(service.clock.now), to: instant(service.clock.now) };
    expect(await dashboard.replayWebhookDeliveries(range)).toMatchObject({ requeued: 1_000 });
    expect(await dashboard.replayWebhookDeliveries(range)).toEqual({ requeued: 1 });
    expect(await dashboard.replayWebhookDeliveries(range)).toEqual({ requeued: 0 });
  });
});
