import { beforeAll, describe, expect, test } from 'vitest';
import type { RegisteredWebhookEndpoint } from '../../../client/src/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, passUntil } from '../../shared/webhooks/support.ts';
import { useService } from './support.ts';
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

const stage = useService(shortPauses);
const newReceiver = useReceivers();
let caller: WebhookCaller;
let endpoint: RegisteredWebhookEndpoint;
/** When each attempt of one event came, from the first to the last, milliseconds. */
const attempts: number[] = [];
/** What passed between them. */
let pauses: number[];
let status: string | undefined;

beforeAll(async () => {
  const { service } = stage.http;
  const receiver = await newReceiver((_received, response) => {
    attempts.push(service.clock.now);
    response.writeHead(503).end('out of order');
  });
  caller = await webhookCaller(stage.http);
  endpoint = await listen(caller, receiver);
  const begun = service.clock.now;
  await happens(stage.http, caller);
  await passUntil(service, begun + 4 * DAY_MS);
  status = (await deliveriesOf(caller, endpoint))[0]?.status;
  pauses = attempts.slice(1).map((at, index) => at - (attempts[index] as number));
});

const ladder = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, ...[1, 3, 6, 12, 24, 24].map((hours) => hours * HOUR_MS)];

/** How long all retries took, in hours; without jitter it is 70.35. */
const hours = () => pauses.reduce((sum, pause) => sum + pause, 0) / HOUR_MS;

describe('Events > Retries', () => {
  test('Nine retries, each jittered by plus or minus 20 percent:', () => {
    expect(pauses).toHaveLength(9);
    const jitters = pauses.map((pause, index) => pause / (ladder[index] as number) - 1);
    for (const jitter of jitters) expect(Math.abs(jitter)).toBeLessThanOrEqual(0.2);
    expect(new Set(jitters).size).toBeGreaterThan(1);
  });

  test('1 min | 5 min | 15 min | 1 h | 3 h | 6 h | 12 h | 24 h | 24 h', () => {
    expect(attempts).toHaveLength(ladder.length + 1);
    for (const [index, pause] of ladder.entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(0.8 * pause);
      expect(pauses[index]).toBeLessThanOrEqual(1.2 * pause);
    }
  });

  test('About 70 hours in total; then the delivery is dead: it stays in the delivery log with `lastError`, is never retried automatically or deleted, and remains in the feed.', async () => {
    expect(hours()).toBeGreaterThan(0.8 * 70);
    expect(hours()).toBeLessThan(1.2 * 71);
    expect(status).toBe('dead');
    await passUntil(stage.http.service, stage.http.service.clock.now + 300 * DAY_MS);
    expect(attempts).toHaveLength(10);
    const [dead, ...others] = await deliveriesOf(caller, endpoint);
    expect(others).toEqual([]);
    expect(dead).toMatchObject({ status: 'dead', attempt: 10, lastError: 'out of order', responseStatus: 503 });
    expect(dead).not.toHaveProperty('nextAttemptAt');
    expect(await feedOf(caller)).toMatchObject([{ id: dead?.eventId }]);
    expect((await listedEndpoint(caller, endpoint)).enabled).toBe(true);
  });
});

describe('Limits', () => {
  test('Webhook retries | 9 retries over about 70 hours', () => {
    expect(attempts).toHaveLength(1 + 9);
    expect(Math.abs(hours() / 70.35 - 1)).toBeLessThanOrEqual(0.2);
  });
});
