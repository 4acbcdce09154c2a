import { writeFileSync } from 'node:fs';
import { discoverEndpoints } from '../../functions/discover.ts';
import { startDynamoDbLocal } from '../../local/dynamodb-local.ts';
import { judge } from './bars.ts';
import type { Figures } from './figures.ts';
import { parseOptions, type Sizes } from './options.ts';
import { report } from './report.ts';
import { measureFunctions } from './sections/functions.ts';
import { measureStack } from './sections/one-machine.ts';
import { measureOperations } from './sections/operations.ts';
import { measurePages } from './sections/pages.ts';
import { measurePeer } from './sections/peer.ts';
import { type Load, measureThroughput, type ThroughputFigures } from './sections/throughput.ts';

const callerCounts = [1, 4, 16];

const options = parseOptions(process.argv.slice(2));
const figures = await measure(options.sizes);
console.log(report(figures));
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(figures, null, 2)}\n`);
if (options.assert && figures.bars.some(({ met }) => !met)) process.exitCode = 1;

/** One after another: nothing else may run while something is timed. */
async function measure(sizes: Sizes): Promise<Figures> {
  progress('functions');
  const { functions, client, endpoints } = await measureFunctions(sizes.imports);
  progress('one-machine stack');
  const { startMs, rssMb } = await measureStack();
  progress('operations');
  const operations = await withDatabase((endpoint) => measureOperations(endpoint, sizes.calls));
  progress(`pages of ${sizes.events} events`);
  const pages = await withDatabase((endpoint) => measurePages(endpoint, { events: sizes.events, calls: 10 }));
  progress('peer');
  const peer = [
    await withDatabase((endpoint) => measurePeer(endpoint, 'store', sizes.peerCalls)),
    await withDatabase((endpoint) => measurePeer(endpoint, 'aws-like', sizes.peerCalls)),
  ];
  const throughput: ThroughputFigures[] = [];
  for (const load of loads(sizes)) {
    progress(
      `throughput of ${load.operation}: ${load.organizations} x ${load.callers} ${load.latencies}, ${load.seconds} s`,
    );
    throughput.push(await withDatabase((endpoint) => measureThroughput(endpoint, load), load.endures));
  }
  const measured = { operations, pages, throughput, peer, functions, client, startMs, rssMb };
  return { ...measured, bars: judge(measured, { reads: await signedReads(), endpoints }) };
}

/**
 * The long runs are those that have to hold out; the first of them shows how much of the second is the local store's own time,
 * which AWS does not add. Payouts without a quote are measured where there is a bar.
 */
function loads({ seconds, sustainedSeconds }: Sizes): Load[] {
  const short = { operation: 'acceptQuote', seconds, warmUpSeconds: 2, endures: false } as const;
  const grid = (['store', 'aws-like'] as const).flatMap((latencies) =>
    callerCounts.flatMap((callers) =>
      [...new Set([1, callers])].map((organizations) => ({
        ...short,
        organizations,
        callers,
        latencies,
      })),
    ),
  );
  const sustained = {
    ...short,
    organizations: 1,
    callers: 16,
    seconds: sustainedSeconds,
    warmUpSeconds: 20,
    endures: true,
  };
  const withoutQuote = { operation: 'createPayout' } as const;
  return [
    ...grid,
    { ...short, ...withoutQuote, organizations: 1, callers: 16, latencies: 'store' },
    { ...short, ...withoutQuote, organizations: 16, callers: 16, latencies: 'store' },
    { ...sustained, latencies: 'aws-at-least' },
    { ...sustained, latencies: 'aws-like' },
    { ...sustained, ...withoutQuote, latencies: 'aws-like' },
  ];
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

async function signedReads(): Promise<string[]> {
  const endpoints = (await discoverEndpoints()).map(({ declaration }) => declaration);
  return endpoints.filter(isSignedRead).map(({ operation }) => operation);
}

function isSignedRead({ method, callers }: { method: string; callers: readonly string[] }): boolean {
  return method === 'GET' && callers.includes('key');
}

function progress(what: string): void {
  process.stderr.write(`${process.uptime().toFixed(0).padStart(4)} s  ${what}\n`);
}
