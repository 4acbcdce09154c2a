import { writeFileSync } from 'node:fs';
import { startDynamoDbLocal } from '../../../local/dynamodb-local/dynamodb-local.ts';
import { readCommandLine } from '../../../scripts/support/read-command-line.ts';
import { verdictOn } from './bar.ts';
import { judge } from './bars.ts';
import { gatherFacts } from './facts.ts';
import type { Figures, Measured } from './figures.ts';
import { type Options, parseOptions, type SectionName, type Sizes, usage, type WebhookSizes } from './options.ts';
import { report } from './report.ts';
import { measureBatches } from './sections/batches/batches.ts';
import { measureCheckout } from './sections/checkout/checkout.ts';
import { measureFunctions } from './sections/functions.ts';
import { measureFunding } from './sections/funding/funding.ts';
import { measureModelled } from './sections/modelled/modelled.ts';
import { measureOneMachine } from './sections/one-machine/one-machine.ts';
import { measureOperations } from './sections/operations.ts';
import { measurePages } from './sections/pages.ts';
import { measurePayoutLinks } from './sections/payout-links/payout-links.ts';
import { measurePeer } from './sections/peer.ts';
import { measureScreening } from './sections/screening/screening.ts';
import { measureSweep } from './sections/sweep/sweep.ts';
import { type Load, measureThroughput, type ThroughputFigures } from './sections/throughput.ts';
import { measureArrivals } from './sections/webhooks/arrival.ts';
import { measureBurst } from './sections/webhooks/burst.ts';
import { measureDeadDay } from './sections/webhooks/dead-day.ts';
import { measureUnits } from './sections/webhooks/units.ts';

const sections: Readonly<Record<SectionName, (sizes: Sizes, seed: number) => Promise<Measured>>> = {
  functions: ({ imports }) => measureFunctions(imports),
  'one-machine': async ({ oneMachine }) => ({ oneMachine: await measureOneMachine(oneMachine, progress) }),
  operations: async ({ calls }) => ({
    operations: await withDatabase((endpoint) => measureOperations(endpoint, calls)),
  }),
  pages: async ({ events }) => ({
    pages: await withDatabase((endpoint) => measurePages(endpoint, { events, calls: 10 })),
  }),
  peer: async ({ peerCalls }) => ({
    peer: [
      await withDatabase((endpoint) => measurePeer(endpoint, 'store', peerCalls)),
      await withDatabase((endpoint) => measurePeer(endpoint, 'aws-like', peerCalls)),
    ],
  }),
  throughput: measureLoads,
  modelled: async ({ modelled }) => ({ modelled: await measureModelled(modelled, progress) }),
  batches: async ({ batches }) => ({ batches: await measureBatches(batches, { withDatabase, progress }) }),
  'payout-links': async ({ payoutLinks }) => ({ payoutLinks: await measurePayoutLinks(payoutLinks, progress) }),
  checkout: async ({ checkout }) => ({ checkout: await measureCheckout(checkout, progress) }),
  funding: async ({ funding }) => ({ funding: await withDatabase((endpoint) => measureFunding(endpoint, funding)) }),
  sweep: async ({ sweep }) => ({ sweep: await measureSweep(sweep, progress) }),
  webhooks: ({ webhooks }) => measureWebhooks(webhooks),
  screening: async ({ screening }, seed) => ({ screening: await measureScreening(screening, seed) }),
};

const options = readCommandLine(usage, parseOptions);
const figures = await measure(options);
console.log(report(figures));
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(figures, null, 2)}\n`);
// How long something takes is shown, and fails no run: it is the machine's as much as ours.
if (options.assert && figures.bars.some(({ verdict, unit }) => verdict === 'missed' && unit !== 'ms'))
  process.exitCode = 1;

/** One after another: nothing else may run while something is timed. */
async function measure({ sections: wanted, sizes, isQuick, seed }: Options): Promise<Figures> {
  let measured: Measured = {};
  for (const name of wanted) {
    progress(name);
    measured = { ...measured, ...(await sections[name](sizes, seed)) };
  }
  const bars = judge(measured, await gatherFacts());
  return { ...measured, bars: bars.map((bar) => ({ ...bar, verdict: verdictOn(bar, { isQuick }) })) };
}

async function measureLoads(sizes: Sizes): Promise<Measured> {
  const throughput: ThroughputFigures[] = [];
  for (const load of loads(sizes)) {
    const { operation, organizations, callers, latencies, seconds } = load;
    progress(`throughput of ${operation}: ${organizations} x ${callers} ${latencies}, ${seconds} s`);
    throughput.push(await withDatabase((endpoint) => measureThroughput(endpoint, load), load.endures));
  }
  return { throughput };
}

async function measureWebhooks(sizes: WebhookSizes): Promise<Measured> {
  const { burstEvents, meteredEvents, deadHours } = sizes;
  const arrivals = await measureArrivals(sizes);
  progress(`webhooks: a burst of ${burstEvents} events`);
  const burst = await withDatabase((endpoint) => measureBurst(endpoint, burstEvents));
  progress('webhooks: units');
  const units = await measureUnits(meteredEvents);
  progress('webhooks: a day of a dead endpoint');
  const deadDay = await measureDeadDay(deadHours);
  return { webhooks: { arrivals, burst, units, deadDay } };
}

/**
 * What has a bar comes last. Beside it, the number of callers and organizations varies, and the first of the long runs, which have to hold out,
 * shows how much of the others is the local store's own time, which AWS does not add.
 */
function loads({ callerCounts, seconds, warmUpSeconds, sustainedSeconds, sustainedWarmUpSeconds }: Sizes): Load[] {
  const short = { operation: 'acceptQuote', seconds, warmUpSeconds, endures: false } as const;
  const sustained = { ...short, seconds: sustainedSeconds, warmUpSeconds: sustainedWarmUpSeconds, endures: true };
  const busy = { organizations: 1, callers: 16 };
  const beside: Load[] = (['store', 'aws-like'] as const).flatMap((latencies) =>
    [16, 4, 1].slice(0, callerCounts).flatMap((callers) => {
      const counts = [...new Set([1, callers])].filter((count) => latencies !== 'store' || callers < 16 || count > 1);
      return counts.map((organizations) => ({ ...short, organizations, callers, latencies }));
    }),
  );
  if (callerCounts > 0) {
    beside.push(
      { ...short, operation: 'createPayout', organizations: 16, callers: 16, latencies: 'store' },
      { ...sustained, ...busy, latencies: 'aws-at-least' },
    );
  }
  const judged: Load[] = (['acceptQuote', 'createPayout'] as const).flatMap((operation) => [
    { ...short, ...busy, operation, latencies: 'store' },
    { ...sustained, ...busy, operation, latencies: 'aws-like' },
  ]);
  return [...beside, ...judged];
}

/** A database of its own: DynamoDB Local slows down with every table that an earlier run left behind. */
async function withDatabase<T>(measureIn: (endpoint: string) => Promise<T>, endures = false): Promise<T> {
  const database = await startDynamoDbLocal({ endures });
  try {
    return await measureIn(database.endpoint);
  } finally {
    await database.stop();
  }
}

function progress(what: string): void {
  process.stderr.write(`${process.uptime().toFixed(0).padStart(4)} s  ${what}\n`);
}
