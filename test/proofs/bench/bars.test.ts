import { expect, test } from 'vitest';
import { verdictOn } from './bar.ts';
import { judge } from './bars.ts';
import type { Verdict, WebhookFigures } from './figures.ts';

const facts = { reads: ['getBalance'], endpoints: ['getBalance'] };
const alone = { events: 600, perSecond: 19, p50Ms: 60, p99Ms: 200, maxMs: 400, missing: 0 };
const webhooks: WebhookFigures = {
  arrivals: { alone, besideDead: { ...alone, p99Ms: 500 } },
  burst: { events: 2_000, receiverMs: 50, perSecond: 100, begunInOrder: 100, arrivedInOrder: 80, missing: 0 },
  units: {
    endpoints: 50,
    burst: { events: 40, readUnits: 0.1, writeUnits: 1.05 },
    lone: { events: 1, readUnits: 1, writeUnits: 5 },
  },
  deadDay: {
    hours: 24,
    events: 10_000,
    minutes: 20,
    offeringMinutes: 17,
    retryMinutes: 2,
    quietMinutes: 1,
    attempts: 170,
  },
};
const { arrivals, burst, units, deadDay } = webhooks;

function missedBy(figures: WebhookFigures): string[] {
  const bars = judge({ webhooks: figures }, facts);
  return bars.filter(({ met }) => !met).map(({ name }) => name);
}

test('figures that are just good enough meet every bar of webhooks', () => {
  expect(missedBy(webhooks)).toEqual([]);
});

test.each<[string, WebhookFigures]>([
  [
    'webhooks, from commit to first byte: events a second',
    { ...webhooks, arrivals: { ...arrivals, alone: { ...alone, perSecond: 18.9 } } },
  ],
  [
    'webhooks, from commit to first byte: p50',
    { ...webhooks, arrivals: { ...arrivals, alone: { ...alone, p50Ms: 301 } } },
  ],
  [
    'webhooks, from commit to first byte: p99',
    { ...webhooks, arrivals: { ...arrivals, alone: { ...alone, p99Ms: 1501 } } },
  ],
  [
    'webhooks, beside ten dead endpoints: events a second',
    { ...webhooks, arrivals: { alone, besideDead: { ...alone, perSecond: 18.9 } } },
  ],
  [
    'webhooks, beside ten dead endpoints: p99',
    { ...webhooks, arrivals: { alone, besideDead: { ...alone, p99Ms: 501 } } },
  ],
  ['webhooks, burst: deliveries a second', { ...webhooks, burst: { ...burst, perSecond: 99.9 } }],
  ['webhooks, burst: first attempts begun in order', { ...webhooks, burst: { ...burst, begunInOrder: 99.95 } }],
  ['webhooks: events that did not arrive', { ...webhooks, burst: { ...burst, missing: 1 } }],
  [
    'webhooks, burst: write units an event and endpoint',
    { ...webhooks, units: { ...units, burst: { ...units.burst, writeUnits: 1.06 } } },
  ],
  [
    'webhooks, lone event: write units an endpoint',
    { ...webhooks, units: { ...units, lone: { ...units.lone, writeUnits: 5.1 } } },
  ],
  ['webhooks, dead endpoint: worker time of a day', { ...webhooks, deadDay: { ...deadDay, minutes: 20.1 } }],
])('a figure that is a little worse misses its bar alone: %s', (bar, figures) => {
  expect(missedBy(figures)).toEqual([bar]);
});

test('beside dead endpoints twice the tail is allowed where that is more than what noise may add', () => {
  const slow = { ...alone, p99Ms: 700 };
  const besideDead = (p99Ms: number) => ({ ...webhooks, arrivals: { alone: slow, besideDead: { ...alone, p99Ms } } });
  expect(missedBy(besideDead(1_400))).toEqual([]);
  expect(missedBy(besideDead(1_401))).toEqual(['webhooks, beside ten dead endpoints: p99']);
});

test('bars about full sizes are not judged of less; counts are judged of any', () => {
  const figures = { ...webhooks, deadDay: { ...deadDay, minutes: 21 }, burst: { ...burst, missing: 1 } };
  const verdicts = (isQuick: boolean) => {
    const bars = judge({ webhooks: figures }, facts).map((bar) => [bar.name, verdictOn(bar, { isQuick })] as const);
    return new Map<string, Verdict>(bars);
  };
  const day = 'webhooks, dead endpoint: worker time of a day';
  const arrived = 'webhooks: events that did not arrive';
  expect([verdicts(false).get(day), verdicts(false).get(arrived)]).toEqual(['missed', 'missed']);
  expect([verdicts(true).get(day), verdicts(true).get(arrived)]).toEqual(['not judged at this size', 'missed']);
  expect(new Set(verdicts(false).values())).toEqual(new Set(['held', 'missed']));
});

test('of what was not measured there are no bars', () => {
  expect(judge({}, facts)).toEqual([]);
});

test('an operation that has bars and no figures is named', () => {
  expect(() => judge({ operations: {} }, facts)).toThrow('getBalance');
});
