import type { Bar, Figures } from './figures.ts';
import type { OperationFigures } from './sections/operations.ts';
import type { ThroughputFigures } from './sections/throughput.ts';

type Measured = Omit<Figures, 'bars'>;

interface Facts {
  /** Operations that a signed read is. */
  readonly reads: readonly string[];
  readonly endpoints: readonly string[];
}

/** What the service has promised of its cost and speed, held against the figures. */
export function judge(figures: Measured, facts: Facts): Bar[] {
  return [
    ...callBars(figures, facts),
    ...Object.entries(figures.pages).map(([name, { queries }]) => atMost(`${name}: queries`, queries, 1)),
    ...throughputBars(figures),
    ...peerBars(figures),
    ...bundleBars(figures, facts),
    atMost('one-machine stack: ready', figures.startMs, 5000, 'ms'),
    atMost('one-machine stack: memory', figures.rssMb, 500, 'MB'),
  ];
}

function callBars({ operations }: Measured, { reads }: Facts): Bar[] {
  const ofReads = reads.map((name) => operations[name]?.sequentialCalls ?? Number.NaN);
  return [
    atMost('signed read: sequential calls, the worst', Math.max(...ofReads), 3),
    ...payoutBars('accept', operations.acceptQuote),
    ...payoutBars('create payout', operations.createPayout),
  ];
}

function payoutBars(name: string, figures: OperationFigures | undefined): Bar[] {
  return [
    atMost(`${name}: sequential calls`, figures?.sequentialCalls ?? Number.NaN, 4),
    atMost(`${name}: write units`, figures?.writeUnits ?? Number.NaN, 28),
  ];
}

/** Longer would not be "bounded": the backlog would still be growing. */
const longestLagSeconds = 10;

function throughputBars({ throughput }: Measured): Bar[] {
  return (
    [
      ['acceptQuote', 'accept'],
      ['createPayout', 'create payout'],
    ] as const
  ).flatMap(([operation, name]) => {
    const runs = throughput.filter((run) => run.operation === operation);
    const many = runs.find((run) => is(run, 16, 16, 'store'));
    const one = runs.find((run) => is(run, 1, 16, 'store'));
    const sustained = runs.at(-1);
    return [
      atLeast(`${name}, 16 organizations, 16 callers: ratio to raw`, many?.ratioToRaw, 0.35),
      atLeast(`${name}, 1 organization, 16 callers: ratio to raw`, one?.ratioToRaw, 0.15),
      atMost(`${name}, 1 organization, 16 callers: errors`, one?.errors ?? Number.NaN, 0),
      atLeast(`${name}, sustained, aws-like: payouts a second`, sustained?.perSecond, 20),
      atMost(`${name}, sustained, aws-like: p99`, sustained?.p99Ms ?? Number.NaN, 2000, 'ms'),
      atMost(`${name}, sustained, aws-like: errors`, sustained?.errors ?? Number.NaN, 0),
      atMost(
        `${name}, sustained, aws-like: oldest payout that waits at the end`,
        sustained?.settlement.oldestWaitingSeconds ?? Number.NaN,
        longestLagSeconds,
        's',
      ),
    ];
  });
}

function is(run: ThroughputFigures, organizations: number, callers: number, latencies: string): boolean {
  return run.organizations === organizations && run.callers === callers && run.latencies === latencies;
}

function peerBars({ peer }: Measured): Bar[] {
  const most = { 'aws-like': 2, store: 3 };
  return peer.map(({ latencies, ratio }) =>
    atMost(`accept to the peer, ${latencies}`, ratio, most[latencies], 'times'),
  );
}

function bundleBars({ functions }: Measured, { endpoints }: Facts): Bar[] {
  const largest = Math.max(...endpoints.map((name) => functions[name]?.bytes ?? Number.NaN));
  const slowest = Math.max(...Object.values(functions).map(({ ratioToClient }) => ratioToClient));
  return [
    atMost('largest API function', Math.round(largest / 1024), 600, 'KB'),
    atMost('slowest import to the bare client', slowest, 1.4, 'times'),
  ];
}

function atMost(name: string, value: number, bound: number, unit = ''): Bar {
  return bar(name, `<= ${bound}`, value, value <= bound, unit);
}

function atLeast(name: string, value = Number.NaN, bound: number, unit = ''): Bar {
  return bar(name, `>= ${bound}`, value, value >= bound, unit);
}

function bar(name: string, required: string, value: number, met: boolean, unit: string): Bar {
  return { name, required: `${required} ${unit}`.trim(), measured: `${value} ${unit}`.trim(), met };
}
