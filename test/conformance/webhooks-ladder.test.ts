import { beforeAll, describe, expect, test } from 'vitest';
import type { RegisteredWebhookEndpoint } from '../../client/src/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, passUntil } from '../shared/webhooks/offering/support.ts';
import { quotedByName, quotes } from '../support/quotes.ts';
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

/** An endpoint that accepts nothing, and when each attempt of one event came, from the first to the last, milliseconds. */
interface Failing {
  readonly endpoint: RegisteredWebhookEndpoint;
  readonly attempts: number[];
}

/** Four, because each has its own jitter: what is wrong by more than that can hardly hide in all of them. */
const failing: Failing[] = [];
let statuses: readonly (string | undefined)[];

async function failAlways(): Promise<Failing> {
  const attempts: number[] = [];
  const receiver = await newReceiver((_received, response) => {
    attempts.push(stage.http.service.clock.now);
    response.writeHead(503).end('out of order');
  });
  return { attempts, endpoint: await listen(caller, receiver) };
}

beforeAll(async () => {
  const { service } = stage.http;
  caller = await webhookCaller(stage.http);
  for (let count = 0; count < 4; count += 1) failing.push(await failAlways());
  await happens(stage.http, caller);
  await passUntil(service, service.clock.now + 4 * DAY_MS);
  statuses = await Promise.all(failing.map(async ({ endpoint }) => (await deliveriesOf(caller, endpoint))[0]?.status));
});

const ladder = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, ...[1, 3, 6, 12, 24, 24].map((hours) => hours * HOUR_MS)];

/** What passed between the attempts. */
const pausesOf = ({ attempts }: Failing) => attempts.slice(1).map((at, index) => at - (attempts[index] as number));

/** How long all retries took, in hours; without jitter it is 70.35. */
const hoursOf = ({ attempts }: Failing) => ((attempts.at(-1) ?? 0) - (attempts[0] ?? 0)) / HOUR_MS;

describe('Events > Retries', quotedByName, () => {
  test(
    'Nine retries, each jittered by plus or minus 20 percent:',
    quotes({
      'Events > Retries': 'After previous attempt | 1 min | 5 min | 15 min | 1 h | 3 h | 6 h | 12 h | 24 h | 24 h',
    }),
    () => {
      const jitters = failing.map((one) => pausesOf(one).map((pause, index) => pause / (ladder[index] as number) - 1));
      for (const ofOne of jitters) {
        expect(ofOne).toHaveLength(9);
        for (const jitter of ofOne) expect(Math.abs(jitter)).toBeLessThanOrEqual(0.2);
      }
      // Later than said, and earlier.
      expect(Math.max(...jitters.flat())).toBeGreaterThan(0.05);
      expect(Math.min(...jitters.flat())).toBeLessThan(-0.05);
    },
  );

  test(
    'About 70 hours in total; then the delivery is dead: it stays in the delivery log with `lastError`, is never retried automatically or deleted, and remains in the feed.',
    quotes({ Limits: 'Webhook retries | 9 retries over about 70 hours' }),
    async () => {
      expect(statuses).toEqual(['dead', 'dead', 'dead', 'dead']);
      await passUntil(stage.http.service, stage.http.service.clock.now + 300 * DAY_MS);
      const feed = await feedOf(caller);
      for (const one of failing) {
        expect(Math.abs(hoursOf(one) - 70)).toBeLessThanOrEqual(0.2 * 70.35 + 0.35);
        expect(one.attempts).toHaveLength(10);
        const [dead, ...others] = await deliveriesOf(caller, one.endpoint);
        expect(others).toEqual([]);
        expect(dead).toMatchObject({ status: 'dead', attempt: 10, lastError: 'out of order', responseStatus: 503 });
        expect(dead).not.toHaveProperty('nextAttemptAt');
        expect(feed).toMatchObject([{ id: dead?.eventId }]);
        expect((await listedEndpoint(caller, one.endpoint)).enabled).toBe(true);
      }
    },
  );
});
