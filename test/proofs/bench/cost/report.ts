import { round } from '../statistics.ts';
import { canaryRunMs, measuredOn, memoryMb, processorMs, queueMs, receiverMs } from './assumptions.ts';
import { measureRest } from './at-rest.ts';
import { runsOfCanary, storedOfCanary } from './canary.ts';
import { countCustomMetrics } from './custom-metrics.ts';
import { type Done, measure } from './measure.ts';
import { dollarsOf, type Priced, prices, pricesOf, region } from './prices.ts';
import { breakEvenMonths, keeping, making, type TableClass, tableClasses } from './storage.ts';
import { totalOf, type Usage } from './usage.ts';

/** What is shown together. */
const parts = {
  'table writes': ['writeUnit'],
  'table reads': ['readUnit'],
  functions: ['invocation', 'gigabyteSecond'],
  'edge and gateway': ['edgeRequest', 'edgeFunction', 'edgeGigabyte', 'firewallRequest', 'gatewayRequest'],
  queues: ['queueRequest'],
  logs: ['logGigabyte'],
  'sent out': ['outGigabyte'],
  alarms: ['alarm', 'compositeAlarm'],
  dashboards: ['dashboard'],
  firewall: ['firewallList', 'firewallRule'],
  'keys and secrets': ['key', 'secret'],
  signatures: ['signature'],
  'metrics of its own': ['customMetric'],
} as const satisfies Record<string, readonly Priced[]>;

type Part = keyof typeof parts;

const perOperation: Part[] = [
  'table writes',
  'table reads',
  'functions',
  'edge and gateway',
  'queues',
  'logs',
  'sent out',
];
const million = 1_000_000;

export interface Costs {
  readonly done: readonly Done[];
  readonly rest: Usage;
  readonly restWithoutCanary: Usage;
  /** The most metrics of its own that a stage can have. */
  readonly mostCustomMetrics: number;
}

/** Everything, measured. */
export async function measureCosts(): Promise<Costs> {
  const done = await measure();
  return {
    done,
    rest: await measureRest(done),
    restWithoutCanary: await measureRest(done, { canary: false }),
    mostCustomMetrics: await countCustomMetrics(),
  };
}

/** `docs/cost.md`, of the figures. */
export function costDocument(costs: Costs): string {
  const { done, rest, mostCustomMetrics } = costs;
  return `# What it costs

Written by \`npm run cost -- --write\`; a test fails when it differs from what the code uses. Dollars at AWS's list prices in ${region}, without free
tiers and taxes, as recorded in ${pricesOf} and **not compared** with AWS's pages: [compare them](#the-prices) before you budget.

## A million of each

| | dollars | ${perOperation.join(' | ')} | the largest part |
|---|---|${perOperation.map(() => '---|').join('')}---|
${done.map(rowOf).join('\n')}

Each action is done once, alone, with all work that follows from it. Each queue message is delivered on its own, so the savings of batched deliveries are not included; only the lines of a batch of payouts are processed together. The
acquirer's fees for a card payment are not included. Usage of each action:

| | write units | read units | invocations | GB-seconds | requests to queues | bytes of logs |
|---|---|---|---|---|---|---|
${done.map(useOf).join('\n')}

Write units by step: ${done.flatMap(writesOf).join('; ')}.

The table's class is Standard here.

## What is kept

A payout and its records are kept permanently, except for items with a time to live. The table shows the cost of a million of each, with backups, by table class
(\`tableClass\` in [settings](settings.md)):

| | table class | GB | to create | to keep for a year | to keep for seven years | to create and keep for seven years | cheaper after |
|---|---|---|---|---|---|---|---|
${keptOf(done).flatMap(keptRows).join('\n')}

A \`prod\` stage has the class \`infrequent-access\` unless \`tableClass\` says otherwise.

## A month at rest

A \`prod\` stage without traffic costs **${shown(totalOf(rest))} dollars**, of which ${restOf(rest)}.
Storage is not included, nor are people who sign in (Cognito Plus), at 0.02 each. An alarm on an expression is counted once for each of its metrics.

${canaryCosts(costs)}

A metric of the service's own ([the runbook](runbook.md#the-metrics) lists them) is ${prices.customMetric.dollars} dollars a month, billed for the hours in which it was recorded. There is one metric for each operation, error type, kind of work, and combination of payout status and corridor that has occurred. If all of them occurred, they would be ${mostCustomMetrics} metrics and ${shown(dollarsOf('customMetric', mostCustomMetrics))} dollars a month.

## How it is measured

- **Units** are those of the in-memory table, which counts them as AWS does (\`local/table/capacity.ts\`) and is compared with DynamoDB Local.
- **Durations** are not measured in Lambda. The waiting time of a function is the modelled latency of DynamoDB (\`test/proofs/bench/store/latency.ts\`: 5 ms, a
  transaction 12 and 0.4 per item), ${queueMs} ms for a queue and ${receiverMs} ms for a receiver. Its computing time is the processor time that was
  measured on ${measuredOn}, by a warm process with the SDK on DynamoDB Local (\`npm run cost -- --processor\`), scaled to the share of a processor that
  ${memoryMb} MB have: ${Object.entries(processorMs)
    .map(([work, ms]) => `${work} ${ms} ms`)
    .join(', ')}. Cold starts are not included.
- **Logs** are the bytes of our log lines, and of the gateway's lines in the size of AWS's examples. CloudFront's log and its requests to S3 are not included.
- **At rest** is counted from the templates. For each queue, this includes the polls of Lambda's five pollers; for the sweep, its queries; for the canary, its
  calls, its payout and its webhook as above, five signatures, and ${canaryRunMs / 1000} s of waiting, which nobody has measured in AWS.
- **What is kept** is the size of every item that was written, as DynamoDB bills it, minus the items that it replaced. Items that are stored once per
  organization are not included.

## The prices

Recorded in ${pricesOf}, and not compared.

| dollars | for | AWS's page |
|---|---|---|
${Object.values(prices).map(priceRow).join('\n')}
`;
}

/** What the canary adds to a month, and what its payouts leave in the table. */
export function priceOfCanary({ done, rest, restWithoutCanary }: Costs) {
  const { year, sevenYears } = storedOfCanary(done);
  return {
    month: totalOf(rest) - totalOf(restWithoutCanary),
    afterOneYear: keeping(year, 'infrequent-access'),
    afterSevenYears: keeping(sevenYears, 'infrequent-access'),
  };
}

function canaryCosts(costs: Costs): string {
  const { month, afterOneYear, afterSevenYears } = priceOfCanary(costs);
  return `The canary (\`canary\` in [settings](settings.md)) is **${shown(month)}** of it: ${runsOfCanary()} runs, what they count, a key and alarms. Its payouts are kept
like all others, which costs ${shown(afterOneYear)} a month after one year and ${shown(afterSevenYears)} after seven, in the class \`infrequent-access\`.`;
}

/** What leaves something in the table for longer than a few days. */
function keptOf(done: readonly Done[]): Done[] {
  return done.filter(({ stored }) => stored.monthsOfSevenYears > 12 * stored.gigabytes && stored.gigabytes > 0);
}

function keptRows(done: Done): string[] {
  const { gigabytes, monthsOfOneYear, monthsOfSevenYears } = done.stored;
  return (Object.keys(tableClasses) as TableClass[]).map((tableClass) => {
    const made = making(done, tableClass);
    const [year, years] = [monthsOfOneYear, monthsOfSevenYears].map((months) => keeping(months, tableClass));
    const dollars = [made, year ?? 0, years ?? 0, made + (years ?? 0)].map((one) => shown(one * million));
    const since = tableClass === 'standard' ? '' : `${Math.ceil(breakEvenMonths(done))} months`;
    return `| ${done.name} | \`${tableClass}\` | ${shown(gigabytes * million)} | ${dollars.join(' | ')} | ${since} |`;
  });
}

function priceRow({ dollars, per, unit, page }: (typeof prices)[Priced]): string {
  const amount = per === million ? `a million ${unit}` : `one of the ${unit}`;
  return `| ${dollars} | ${amount} | https://aws.amazon.com/${page}/ |`;
}

/** For the terminal. */
export function costTable({ done, rest }: Costs): string {
  const lines = done.map(({ name, usage }) => `${shown(totalOf(usage) * million).padStart(7)}  a million: ${name}`);
  const kept = keptOf(done).flatMap((one) =>
    (Object.keys(tableClasses) as TableClass[]).map((tableClass) => {
      const dollars = making(one, tableClass) + keeping(one.stored.monthsOfSevenYears, tableClass);
      return `${shown(dollars * million).padStart(7)}  a million: ${one.name}, kept for seven years, ${tableClass}`;
    }),
  );
  return [...lines, ...kept, `${shown(totalOf(rest)).padStart(7)}  a month at rest`].join('\n');
}

function partOf(usage: Usage, part: Part): number {
  return parts[part].reduce((total, name) => total + dollarsOf(name, usage[name] ?? 0), 0);
}

function rowOf({ name, usage }: Done): string {
  const dollars = perOperation.map((part) => partOf(usage, part) * million);
  const [largest = ''] = perOperation.toSorted((a, b) => partOf(usage, b) - partOf(usage, a));
  return `| ${name} | **${shown(totalOf(usage) * million)}** | ${dollars.map(shown).join(' | ')} | ${largest} |`;
}

function useOf({ name, usage }: Done): string {
  const { writeUnit, readUnit, invocation, gigabyteSecond, queueRequest, logGigabyte = 0 } = usage;
  const counts = [writeUnit, readUnit, invocation, gigabyteSecond, queueRequest].map((count) => round(count ?? 0, 3));
  return `| ${name} | ${counts.join(' | ')} | ${Math.round((logGigabyte * 1e9) / 100) * 100} |`;
}

function writesOf({ name, writes }: Done): string[] {
  const counted = Object.entries(writes).map(([what, units]) => `${what} ${units}`);
  return counted.length > 0 ? [`${name}: ${counted.join(', ')}`] : [];
}

function restOf(rest: Usage): string {
  const shares = (Object.keys(parts) as Part[]).map((part) => [part, partOf(rest, part)] as const);
  return shares
    .filter(([, dollars]) => dollars >= 0.05)
    .toSorted(([, a], [, b]) => b - a)
    .map(([part, dollars]) => `${part} ${shown(dollars)}${countOf(part, rest)}`)
    .join(', ');
}

function countOf(part: Part, rest: Usage): string {
  const [only] = parts[part];
  return prices[only].unit.endsWith('a month') ? ` (${parts[part].map((name) => rest[name] ?? 0).join(' and ')})` : '';
}

function shown(dollars: number): string {
  return dollars.toFixed(dollars < 10 ? 2 : 1);
}
