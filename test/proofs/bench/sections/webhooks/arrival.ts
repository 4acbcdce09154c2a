import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Sluice } from '../../../../../client/src/index.ts';
import { localTarget } from '../../../../../operator/target/local-target.ts';
import { startTestStack, type TestStack } from '../../../../support/stack.ts';
import { type Answering, type Arrival, type Receivers, startReceivers } from '../../service/receivers.ts';
import { percentile, round } from '../../statistics.ts';

/** Of events at a steady rate, on their way to an endpoint that answers at once. */
export interface ArrivalFigures {
  readonly events: number;
  /** Twenty, unless the stack could not keep up. */
  readonly perSecond: number;
  /** From commit to the receiver's first byte. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Events that did not arrive at all while they were waited for. */
  readonly missing: number;
}

export interface ArrivalsFigures {
  readonly alone: ArrivalFigures;
  /** The same endpoint while ten others of its organization never answer, from their registration on. */
  readonly besideDead: ArrivalFigures;
}

interface Sizes {
  readonly aloneSeconds: number;
  readonly besideDeadSeconds: number;
  readonly warmUpSeconds: number;
}

const eventsPerSecond = 20;
const callers = 3;
const deadEndpoints = 10;
const healthy = 0;
/** What a bank transfer tells of. An endpoint must name it. */
const events = ['deposit.completed'] as const;

/**
 * How long events take to arrive, on the one-machine stack as `npm start` runs it, with the receivers in a process of their
 * own. First with one endpoint, then with dead ones beside it: these hang in their first attempts, are kept back and probed,
 * and in a run of more than a minute the first retries of all of them hang too.
 */
export async function measureArrivals({
  aloneSeconds,
  besideDeadSeconds,
  warmUpSeconds,
}: Sizes): Promise<ArrivalsFigures> {
  await using stack = await startTestStack();
  const answerings: readonly Answering[] = [0, ...Array.from({ length: deadEndpoints }, () => 'never' as const)];
  const receivers = await startReceivers(answerings);
  try {
    const [url, ...deadUrls] = receivers.urls;
    const load = { stack, receivers };
    await register(stack, [url ?? '']);
    await measureLoad({ ...load, seconds: warmUpSeconds });
    const alone = await measureLoad({ ...load, seconds: aloneSeconds });
    await register(stack, deadUrls);
    const besideDead = await measureLoad({ ...load, seconds: besideDeadSeconds });
    return { alone, besideDead };
  } finally {
    receivers.stop();
  }
}

async function register({ baseUrl, organizationId, sessions }: TestStack, urls: readonly string[]): Promise<void> {
  const owner = new Sluice({ baseUrl, organizationId, session: sessions.owner });
  for (const url of urls) await owner.registerWebhookEndpoint({ url, events });
}

interface Load {
  readonly stack: TestStack;
  readonly receivers: Receivers;
  readonly seconds: number;
}

async function measureLoad({ stack, receivers, seconds }: Load): Promise<ArrivalFigures> {
  const { count, perSecond } = await emit(stack, seconds);
  const arrivals = await receivers.take(healthy, count);
  const missing = Math.max(0, count - arrivals.length);
  const took = [...arrivals.map(tookMs), ...Array(missing).fill(Number.POSITIVE_INFINITY)];
  return {
    events: count,
    perSecond: round(perSecond, 1),
    p50Ms: percentile(took, 0.5),
    p99Ms: percentile(took, 0.99),
    maxMs: Math.max(...took),
    missing,
  };
}

/**
 * Bank transfers come in at a steady rate. While all callers wait for the stack the rate gives way, and is caught up with later.
 * Transfers are operations, and spare the two cores the signatures of calls over HTTP.
 */
async function emit(stack: TestStack, seconds: number): Promise<{ count: number; perSecond: number }> {
  const startAt = performance.now();
  const count = seconds * eventsPerSecond;
  let begun = 0;
  const call = async () => {
    while (begun < count) {
      const at = startAt + (1000 * begun) / eventsPerSecond;
      begun += 1;
      await sleep(Math.max(0, at - performance.now()));
      await transfer(stack);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return { count, perSecond: (1000 * count) / (performance.now() - startAt) };
}

async function transfer({ dataDirectory, organizationId }: TestStack): Promise<void> {
  const input = { organizationId, amount: '1.00', currency: 'USD', externalId: randomUUID() };
  const answer = await localTarget(dataDirectory).perform('credit-deposit', { input });
  if ('error' in answer) throw new Error(answer.error.detail);
}

/**
 * An event's `createdAt` is when its commit was decided: the commit itself is a little later, so that this is never too
 * little. Both processes read the same clock.
 */
function tookMs({ recordedAt, arrivedAt }: Arrival): number {
  return round(arrivedAt - recordedAt);
}
