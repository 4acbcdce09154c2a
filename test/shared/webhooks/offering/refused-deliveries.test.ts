import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { WebhookCursorEntity } from '../../../../shared/webhooks/endpoints/cursor.ts';
import { enable, organizationOfWebhooks, type Webhooks } from '../../../functions/webhooks/support.ts';
import { TestService } from '../../../support/service.ts';
import { type Arrived, PlayedReceiver } from './support/played-receiver.ts';
import {
  addEndpoint,
  addEvents,
  cursorOf,
  DAY_MS,
  deliveriesOf,
  HOUR_MS,
  MINUTE_MS,
  playUntil,
  storedEndpoint,
  wake,
} from './support.ts';

/** Long enough for a played receiver to answer. */
const sleepShortly = () => new Promise<void>((done) => setTimeout(done, 1));

let service: TestService;
let webhooks: Webhooks;
let organizationId: string;
let receiver: PlayedReceiver;
let begun: number;

beforeEach(async () => {
  receiver = new PlayedReceiver(
    () => service.clock.now,
    () => false,
  );
  service = await TestService.start({ sleep: sleepShortly, webhooks: receiver });
  webhooks = await organizationOfWebhooks(service);
  ({ organizationId } = webhooks);
  begun = service.clock.now;
});

const later = (ms: number) => playUntil(service, begun + ms);

/** As a batch leaves them: each payout is pending first, and completed later. */
async function addBatch(payouts: number): Promise<void> {
  await addEvents(service, organizationId, payouts, 'payout.pending');
  await addEvents(service, organizationId, payouts, 'payout.completed');
  await wake(service, organizationId);
}

const refusing = {
  'one type': ({ type }) => type === 'payout.pending',
  'one event': ({ sequence }) => sequence === 5,
  'every second event': ({ sequence }) => sequence % 2 === 0,
  'everything for a day': (_event, at) => at < begun + DAY_MS,
} satisfies Record<string, PlayedReceiver['refuses']>;

/** A row: what arrived when, in seconds after the batch, and what was tried on the way. */
function rowOf(expected: number) {
  const { accepted } = receiver;
  const seconds = accepted.map(({ at }) => (at - begun) / 1000);
  return {
    missing: expected - new Set(accepted.map(({ sequence }) => sequence)).size,
    twice: accepted.length - new Set(accepted.map(({ sequence }) => sequence)).size,
    first: Math.min(...seconds),
    last: Math.max(...seconds),
    firstHour: receiver.between(begun, begun + HOUR_MS),
    lateHour: receiver.between(begun + 22 * HOUR_MS, begun + 23 * HOUR_MS),
  };
}

describe.each([30, 300, 1_000])('a batch of %i payouts to a receiver that refuses', (payouts) => {
  const play = async (name: keyof typeof refusing, ms: number) => {
    receiver.refuses = refusing[name];
    await addEndpoint(service, organizationId, { url: 'http://127.0.0.1:1/' });
    await addBatch(payouts);
    await later(ms);
  };

  test('one type has the others at once, and costs few attempts', async () => {
    await play('one type', DAY_MS);

    const { lateHour, firstHour, ...row } = rowOf(payouts);
    expect(row).toEqual({ missing: 0, twice: 0, first: 0, last: 0 });
    // Accepted ones, ten ladders of three more attempts, and three attempts every 45 seconds.
    expect(firstHour).toBeLessThanOrEqual(payouts + 40 + 3 * 82);
    // Two probes of three attempts, and one of each of the ten ladders.
    expect(lateHour).toBeLessThanOrEqual(16);
  });

  test('one event has all others at once, and that one on its ladder', async () => {
    await play('one event', DAY_MS);

    const { lateHour, ...row } = rowOf(2 * payouts - 1);
    expect(row).toMatchObject({ missing: 0, twice: 0, first: 0, last: 0 });
    // A step of its ladder may fall into any hour.
    expect(lateHour).toBeLessThanOrEqual(1);
    expect(receiver.arrived.filter(({ sequence }) => sequence === 5).length).toBeGreaterThanOrEqual(6);
  });

  test('every second event has the others at once, and those on their ladders', async () => {
    await play('every second event', 2 * MINUTE_MS);

    expect(rowOf(payouts)).toMatchObject({ missing: 0, twice: 0, first: 0, last: 0 });
    // Tried once and, within two minutes, once more.
    expect(receiver.arrived).toHaveLength(3 * payouts);
  });

  test('everything for a day has all within the half hour after it, in order, and little until then', async () => {
    await play('everything for a day', DAY_MS - MINUTE_MS);
    expect(receiver.accepted).toEqual([]);
    // Of two types: ten ladders each, probes of three attempts, and two when they are held back.
    expect(receiver.between(begun, begun + HOUR_MS)).toBeLessThanOrEqual(2 * (10 * 4 + 2 + 3 * 82));
    expect(receiver.between(begun + 22 * HOUR_MS, begun + 23 * HOUR_MS)).toBeLessThanOrEqual(12);

    const probed = receiver.arrived.length;
    await later(DAY_MS + 31 * MINUTE_MS);

    const { first, last, ...row } = rowOf(2 * payouts - 20);
    expect(row).toMatchObject({ missing: 0, twice: 0 });
    expect(last).toBeLessThanOrEqual((24 * HOUR_MS + 30 * MINUTE_MS) / 1000);
    const ofOneType = receiver.arrived.slice(probed).filter(({ type }) => type === 'payout.completed');
    expect(disorder(ofOneType)).toBe(0);
  });
});

/** How often an event came after a later one of its type. */
function disorder(arrived: readonly Arrived[]): number {
  return arrived.filter(({ sequence }, index) => sequence < (arrived[index - 1]?.sequence ?? 0)).length;
}

describe('a type that an endpoint accepted within the last hour', () => {
  const recently = async (refuses: PlayedReceiver['refuses']) => {
    const endpoint = await addEndpoint(service, organizationId, { url: 'http://127.0.0.1:1/' });
    await addEvents(service, organizationId, 1);
    await wake(service, organizationId);
    receiver.refuses = refuses;
    return endpoint;
  };

  test('is delivered within a minute behind a burst of any length that is refused', async () => {
    await recently(({ sequence }) => sequence <= 200);
    await addEvents(service, organizationId, 219);
    await wake(service, organizationId);
    await later(MINUTE_MS);

    const arrived = new Set(receiver.accepted.map(({ sequence }) => sequence));
    expect(Array.from({ length: 20 }, (_, index) => 201 + index).filter((sequence) => !arrived.has(sequence))).toEqual(
      [],
    );
  });

  test('is delivered within a minute before a burst that is refused', async () => {
    await recently(({ sequence }) => sequence > 100);
    await addEvents(service, organizationId, 219);
    await wake(service, organizationId);

    expect(receiver.accepted.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 100 }, (_, i) => 1 + i));
  });

  test('is delivered within a minute after an outage of half an hour', async () => {
    await recently((_event, at) => at < begun + 30 * MINUTE_MS);
    await addEvents(service, organizationId, 50);
    await wake(service, organizationId);
    await later(31 * MINUTE_MS);

    // The ten that were tried before are on their ladders.
    const arrived = new Set(receiver.accepted.map(({ sequence }) => sequence));
    expect(Array.from({ length: 40 }, (_, index) => 12 + index).filter((sequence) => !arrived.has(sequence))).toEqual(
      [],
    );
  });

  test.each([
    { share: 1 / 2, within: 2 * MINUTE_MS },
    { share: 4 / 5, within: HOUR_MS },
  ])('of which a share of $share is refused, each event for itself, has the others', async ({ share, within }) => {
    const isRefused = (sequence: number) =>
      createHash('sha256').update(`${sequence}`).digest().readUInt8() < share * 256;
    await recently(({ sequence }) => isRefused(sequence));
    await addEvents(service, organizationId, 500);
    await wake(service, organizationId);
    await later(within);

    const arrived = new Set(receiver.accepted.map(({ sequence }) => sequence));
    const wanted = Array.from({ length: 500 }, (_, index) => 2 + index).filter((sequence) => !isRefused(sequence));
    expect(wanted.filter((sequence) => !arrived.has(sequence))).toEqual([]);
  });
});

describe('an endpoint of which many types are held back', () => {
  const types = [
    'payout.pending',
    'payout.processing',
    'payout.completed',
    'payout.failed',
    'payout.returned',
  ] as const;
  const more = ['payout.canceled', 'payout_approval.executed'] as const;
  const all = [...types, ...more];

  test('is sent a bounded number of attempts an hour, and each type has its turn', async () => {
    receiver.refuses = () => true;
    await addEndpoint(service, organizationId, { url: 'http://127.0.0.1:1/' });
    for (const type of all) await addEvents(service, organizationId, 30, type);
    await wake(service, organizationId);
    await later(10 * HOUR_MS);

    // The first ten of each type are on their ladders.
    const probes = receiver.arrived.filter(({ sequence }) => (sequence - 1) % 30 >= 10);
    const hour = probes.filter(({ at }) => at >= begun + 8 * HOUR_MS && at < begun + 9 * HOUR_MS);
    expect(hour.length).toBeLessThanOrEqual(2 * 4 * 3);
    const lastHours = probes.filter(({ at }) => at >= begun + 8 * HOUR_MS);
    expect(new Set(lastHours.map(({ type }) => type)).size).toBe(all.length);
  });

  test('has all of them released when one of them is accepted', async () => {
    receiver.refuses = (_event, at) => at < begun + 5 * HOUR_MS;
    await addEndpoint(service, organizationId, { url: 'http://127.0.0.1:1/' });
    for (const type of all) await addEvents(service, organizationId, 30, type);
    await wake(service, organizationId);
    await later(5 * HOUR_MS + 31 * MINUTE_MS);

    expect(rowOf(20 * all.length)).toMatchObject({ missing: 0, twice: 0 });
    const [first = 0, last = 0] = [receiver.accepted[0]?.at, receiver.accepted.at(-1)?.at];
    expect(last - first).toBeLessThanOrEqual(MINUTE_MS);
  });
});

describe('an endpoint that accepts nothing for five days', () => {
  test('is disabled, and until then one event of each waiting type was tried', async () => {
    receiver.refuses = () => true;
    const endpoint = await addEndpoint(service, organizationId, { url: 'http://127.0.0.1:1/' });
    await addBatch(300);
    await later(5 * DAY_MS - HOUR_MS);
    expect(await storedEndpoint(service, endpoint)).toMatchObject({ enabled: true });
    await later(5 * DAY_MS + HOUR_MS);

    expect(await storedEndpoint(service, endpoint)).toMatchObject({ enabled: false });
    expect(new Set(receiver.arrived.map(({ type }) => type))).toEqual(new Set(['payout.pending', 'payout.completed']));
  });

  test('is not disabled while a type waits that was not tried in these days', async () => {
    receiver.refuses = () => true;
    const endpoint = await addEndpoint(service, organizationId, { url: 'http://127.0.0.1:1/' });
    await addBatch(30);
    const cursor = await cursorOf(service, endpoint);
    const waiting = { refusals: 10, since: 0, triedAt: begun - 1, after: 0, newest: 60, probeAt: begun + 30 * DAY_MS };
    await service.runtime.store.put(WebhookCursorEntity, {
      ...cursor,
      lanes: { ...cursor.lanes, 'payout.failed': waiting },
    });
    await later(6 * DAY_MS);
    expect(await storedEndpoint(service, endpoint)).toMatchObject({ enabled: true });
  });

  test('loses nothing: resumed, it is sent what waited', async () => {
    receiver.refuses = (_event, at) => at < begun + 6 * DAY_MS;
    const endpoint = await addEndpoint(service, organizationId, { url: 'http://127.0.0.1:1/' });
    await addBatch(300);
    await later(6 * DAY_MS);
    await enable(service, webhooks, endpoint.endpointId, true);
    await later(6 * DAY_MS + MINUTE_MS);

    expect(await deliveriesOf(service, endpoint)).toHaveLength(600);
    expect(await cursorOf(service, endpoint)).toMatchObject({ offeredTo: 601 });
    expect(await cursorOf(service, endpoint)).not.toHaveProperty('lanes');
  });
});

describe('retries', () => {
  test('do not postpone the probes of what is held back', async () => {
    receiver.refuses = () => true;
    const endpoint = await addEndpoint(service, organizationId, { url: 'http://127.0.0.1:1/' });
    await addEvents(service, organizationId, 30);
    await wake(service, organizationId);
    await later(50 * MINUTE_MS);
    const probes = receiver.arrived.filter(({ sequence }) => sequence > 10).map(({ at }) => at);
    const gaps = probes.map((at, index) => at - (probes[index - 1] ?? begun));
    expect(Math.max(...gaps)).toBe(45_000);
    expect(await cursorOf(service, endpoint)).toMatchObject({ offeredTo: 10 });
  });
});

describe('a cursor of an earlier release', () => {
  test('that holds everything back is offered everything', async () => {
    const endpoint = await addEndpoint(service, organizationId, { url: 'http://127.0.0.1:1/' });
    await addEvents(service, organizationId, 30);
    const cursor = await cursorOf(service, endpoint);
    await service.runtime.store.put(WebhookCursorEntity, { ...cursor, offeredTo: 10, probeAt: begun + HOUR_MS });
    await wake(service, organizationId);

    expect(receiver.accepted.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 20 }, (_, i) => 11 + i));
    expect(await cursorOf(service, endpoint)).not.toHaveProperty('probeAt');
  });

  test('that was moved over a lane by that release has nothing waiting there', async () => {
    const endpoint = await addEndpoint(service, organizationId, { url: 'http://127.0.0.1:1/' });
    await addEvents(service, organizationId, 30);
    const lane = { refusals: 10, since: begun, triedAt: begun, after: 0, newest: 20, probeAt: begun };
    const lanes = { 'payout.pending': lane };
    const cursor = await cursorOf(service, endpoint);
    await service.runtime.store.put(WebhookCursorEntity, { ...cursor, offeredTo: 25, readTo: 20, lanes });
    await wake(service, organizationId);

    expect(receiver.accepted.map(({ sequence }) => sequence).sort()).toEqual([26, 27, 28, 29, 30]);
    expect(await cursorOf(service, endpoint)).toMatchObject({ offeredTo: 30 });
  });
});
