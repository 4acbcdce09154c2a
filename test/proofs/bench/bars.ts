import { atLeast, atMost, longestLagSeconds, ofFullSize } from './bar.ts';
import { batchBars } from './batch-bars.ts';
import { checkoutBars } from './checkout-bars.ts';
import type { Facts } from './facts.ts';
import type { Bar, Measured, WebhookFigures } from './figures.ts';
import { fundingBars } from './funding-bars.ts';
import { modelledBars } from './modelled-bars.ts';
import { oneMachineBars } from './one-machine-bars.ts';
import { payoutLinkBars } from './payout-link-bars.ts';
import { screeningBars } from './screening-bars.ts';
import type { FunctionFigures } from './sections/functions.ts';
import type { OperationFigures } from './sections/operations.ts';
import type { ThroughputFigures } from './sections/throughput.ts';
import { round } from './statistics.ts';
import { sweepBars } from './sweep-bars.ts';

/** What the service has promised of its cost and speed, held against the figures. Of what was not measured there are no bars. */
export function judge(figures: Measured, facts: Facts): Bar[] {
  const {
    operations,
    pages,
    throughput,
    modelled,
    functions,
    oneMachine,
    batches,
    checkout,
    payoutLinks,
    funding,
    sweep,
    webhooks,
    screening,
  } = figures;
  return [
    ...(operations ? callBars(operations, facts) : []),
    ...Object.entries(pages ?? {}).map(([name, { queries }]) => atMost(`${name}: queries`, queries, 1)),
    ...(throughput ? throughputBars(throughput) : []),
    ...(modelled ? modelledBars(modelled) : []),
    ...(functions ? bundleBars(functions, facts) : []),
    ...(oneMachine ? oneMachineBars(oneMachine) : []),
    ...(batches ? batchBars(batches) : []),
    ...(checkout ? checkoutBars(checkout) : []),
    ...(payoutLinks ? payoutLinkBars(payoutLinks) : []),
    ...(funding ? fundingBars(funding) : []),
    ...(sweep ? sweepBars(sweep) : []),
    ...(webhooks ? webhookBars(webhooks) : []),
    ...(screening ? screeningBars(screening) : []),
  ];
}

function callBars(operations: Readonly<Record<string, OperationFigures>>, { reads }: Facts): Bar[] {
  const of = (name: string): OperationFigures => {
    const figures = operations[name];
    if (!figures) throw new Error(`the operation ${name} has bars and was not measured`);
    return figures;
  };
  const ofReads = reads.map((name) => of(name).sequentialCalls);
  return [
    atMost('signed read: sequential calls, the worst', Math.max(...ofReads), 3),
    ...payoutBars('accept', of('acceptQuote'), 26),
    ...payoutBars('create payout', of('createPayout'), 24),
    ...payoutBars('simulate payment', of('simulateCheckoutPayment'), 28),
  ];
}

/** @param mostUnits what it takes today: whoever makes it take more says why */
function payoutBars(name: string, { sequentialCalls, writeUnits }: OperationFigures, mostUnits: number): Bar[] {
  return [
    atMost(`${name}: sequential calls`, sequentialCalls, 4),
    atMost(`${name}: write units`, writeUnits, mostUnits),
  ];
}

function throughputBars(throughput: readonly ThroughputFigures[]): Bar[] {
  return (
    [
      ['acceptQuote', 'accept'],
      ['createPayout', 'create payout'],
    ] as const
  ).flatMap(([operation, name]) => {
    const runs = throughput.filter((run) => run.operation === operation);
    const one = runs.find(({ organizations, callers, latencies }) => {
      return organizations === 1 && callers === 16 && latencies === 'store';
    });
    const sustained = runs.at(-1);
    return [
      atMost(`${name}, 1 organization, 16 callers: errors`, one?.errors ?? Number.NaN, 0),
      atMost(`${name}, sustained, aws-like: errors`, sustained?.errors ?? Number.NaN, 0),
      ...ofFullSize(
        atMost(
          `${name}, sustained, aws-like: oldest payout that waits at the end`,
          sustained?.settlement.oldestWaitingSeconds ?? Number.NaN,
          longestLagSeconds,
          's',
        ),
      ),
    ];
  });
}

function bundleBars(functions: Readonly<Record<string, FunctionFigures>>, { endpoints }: Facts): Bar[] {
  const largest = Math.max(...endpoints.map((name) => functions[name]?.bytes ?? Number.NaN));
  const slowest = Math.max(...Object.values(functions).map(({ ratioToClient }) => ratioToClient));
  return [
    atMost('largest API function', Math.round(largest / 1024), 600, 'KB'),
    ...ofFullSize(atMost('slowest import to the bare client', slowest, 1.4, 'times')),
  ];
}

/** Beside dead endpoints: what a machine with other things to do may add to a tail that is short by itself. */
const noiseMs = 300;

function webhookBars({ arrivals: { alone, besideDead }, burst, units, deadDay }: WebhookFigures): Bar[] {
  const mostBesideDeadMs = Math.max(2 * alone.p99Ms, alone.p99Ms + noiseMs);
  const events = alone.missing + besideDead.missing + burst.missing;
  return [
    ...ofFullSize(
      atLeast('webhooks, from commit to first byte: events a second', alone.perSecond, 19),
      atMost('webhooks, from commit to first byte: p50', alone.p50Ms, 300, 'ms'),
      atMost('webhooks, from commit to first byte: p99', alone.p99Ms, 1500, 'ms'),
      atLeast('webhooks, beside ten dead endpoints: events a second', besideDead.perSecond, 19),
      atMost('webhooks, beside ten dead endpoints: p99', besideDead.p99Ms, mostBesideDeadMs, 'ms'),
      atLeast('webhooks, burst: deliveries a second', burst.perSecond, 100),
      atMost('webhooks, dead endpoint: worker time of a day', deadDay.minutes, 20, 'minutes'),
    ),
    atLeast('webhooks, burst: first attempts begun in order', burst.begunInOrder, 100, 'percent'),
    atMost('webhooks: events that did not arrive', events, 0),
    // A row for each delivery; claim and cursor are written once.
    atMost(
      'webhooks, burst: write units an event and endpoint',
      units.burst.writeUnits,
      round(1 + 2 / units.burst.events),
    ),
    atMost('webhooks, lone event: write units an endpoint', units.lone.writeUnits, 5),
  ];
}
