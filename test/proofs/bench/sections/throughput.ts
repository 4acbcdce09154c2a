import { randomUUID } from 'node:crypto';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { acceptRequest, type Customer, createCustomer, payoutRequest, prepareQuotes } from '../service/customer.ts';
import { createFleet, type DatabaseFleet, type Fleet } from '../service/fleet.ts';
import { type Request, send } from '../service/request.ts';
import { startSettlement } from '../service/settlement.ts';
import { percentile, round } from '../statistics.ts';
import { createAwsLike } from '../store/aws-like.ts';
import { type Intercept, intercepted } from '../store/intercept.ts';
import { createCommitTimer, createTransactionCounter } from '../store/record-calls.ts';
import { measureLag, type SettlementLag } from './settlement-lag.ts';

/** `aws-like` adds AWS's latencies to the store's own time; with `aws-at-least` a call takes the longer of both. */
export type Latencies = 'store' | 'aws-like' | 'aws-at-least';

export interface Load {
  /** How payouts are made. */
  readonly operation: 'acceptQuote' | 'createPayout';
  readonly organizations: number;
  readonly callers: number;
  readonly latencies: Latencies;
  readonly seconds: number;
  /** A new Java compiles for a while, and it is the store of every run anew. */
  readonly warmUpSeconds: number;
  /** Whether the database is made for long runs: it compiles more, and takes longer to become fast. */
  readonly endures: boolean;
}

export interface ThroughputFigures {
  readonly operation: Load['operation'];
  readonly organizations: number;
  readonly callers: number;
  readonly latencies: Latencies;
  readonly seconds: number;
  /** Payouts made a second. */
  readonly perSecond: number;
  /** To six-item transactions of as many callers on the same store, with the same latencies, with nothing else running. */
  readonly ratioToRaw: number;
  readonly rawPerSecond: number;
  /** Transactions, reading or writing, that were refused because of another, for each that was committed; workers' too. */
  readonly conflictsPerCommit: number;
  /** Items of transactions, the workers' too, for each payout made: the store takes them one after another. */
  readonly itemsPerPayout: number;
  /** Median of a payout's time from reading the head to the answer of its commit: one organization's turns are no shorter. */
  readonly commitMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Calls that were not answered with success. */
  readonly errors: number;
  /** The first of them. */
  readonly error?: string;
  readonly settlement: SettlementLag;
}

/** More than is ever accepted, so that no caller runs dry. */
const quotesPerSecond = 80;

/** Pays as fast as the callers can, with the workers settling at the same time. */
export async function measureThroughput(databaseEndpoint: string, load: Load): Promise<ThroughputFigures> {
  const fleet = await createFleet(databaseEndpoint);
  const rawPerSecond = await rawRate(fleet, load);
  const { intercept, counts } = createTransactionCounter();
  const intercepts = [intercept, ...latenciesOf(load)];
  const customers = await prepareCustomers(fleet, load);
  const stopSettlement = await startSettlement(fleet, intercepts);
  const paying = await pay(fleet, load, customers, intercepts);
  const settlement = await measureLag(
    fleet,
    customers.map(({ customer }) => customer.organizationId),
  );
  await stopSettlement();
  fleet.stop();
  const perSecond = paying.elapsed.length / paying.seconds;
  const { operation, organizations, callers, latencies } = load;
  return {
    operation,
    organizations,
    callers,
    latencies,
    seconds: round(paying.seconds, 1),
    perSecond: round(perSecond, 1),
    ratioToRaw: round(perSecond / rawPerSecond),
    rawPerSecond: round(rawPerSecond, 1),
    conflictsPerCommit: round(counts.refused / Math.max(1, counts.committed)),
    itemsPerPayout: round(counts.items / Math.max(1, paying.made), 1),
    commitMs: round(percentile(paying.commitMs, 0.5), 1),
    p50Ms: round(percentile(paying.elapsed, 0.5), 1),
    p99Ms: round(percentile(paying.elapsed, 0.99), 1),
    errors: paying.errors.length,
    ...(paying.errors[0] !== undefined && { error: paying.errors[0] }),
    settlement,
  };
}

function latenciesOf({ latencies }: Load): Intercept[] {
  if (latencies === 'store') return [];
  return [createAwsLike({ latencies: latencies === 'aws-like' ? 'added' : 'at-least' })];
}

interface Prepared {
  readonly customer: Customer;
  readonly quotes: string[];
}

async function prepareCustomers(
  fleet: Fleet,
  { operation, organizations, seconds, warmUpSeconds }: Load,
): Promise<Prepared[]> {
  const process = fleet.startProcess([]);
  const prepared: Prepared[] = [];
  for (let made = 0; made < organizations; made += 1) {
    const customer = await createCustomer(process);
    const wanted = Math.ceil((quotesPerSecond * (seconds + warmUpSeconds)) / Math.min(organizations, 4)) + 20;
    const count = operation === 'acceptQuote' ? wanted : 0;
    prepared.push({ customer, quotes: await prepareQuotes(process, customer, count) });
  }
  return prepared;
}

/** Callers are Lambda functions: each a process of its own that handles one request after another. */
async function pay(
  fleet: Fleet,
  { operation, callers, seconds, warmUpSeconds }: Load,
  customers: readonly Prepared[],
  intercepts: readonly Intercept[],
) {
  const elapsed: number[] = [];
  const errors: string[] = [];
  const commitMs: number[] = [];
  let made = 0;
  const startAt = performance.now() + warmUpSeconds * 1000;
  const endAt = startAt + seconds * 1000;
  const runs = Array.from({ length: callers }, async (_, index) => {
    const process = fleet.startProcess([createCommitTimer(commitMs), ...intercepts]);
    const { customer, quotes } = customers[index % customers.length] as Prepared;
    while (performance.now() < endAt) {
      const request = operation === 'createPayout' ? payoutRequest(customer) : nextAcceptance(quotes);
      const begunAt = performance.now();
      const answer = await send(process, customer, request);
      if (answer.status === 200) made += 1;
      if (begunAt < startAt) continue;
      if (answer.status === 200) elapsed.push(answer.elapsedMs);
      else errors.push(`${answer.status} ${answer.body?.type}: ${answer.body?.detail}`);
    }
  });
  await Promise.all(runs);
  return { elapsed, errors, made, commitMs, seconds: (performance.now() - startAt) / 1000 };
}

function nextAcceptance(quotes: string[]): Request {
  const snapshotId = quotes.pop();
  if (snapshotId === undefined) throw new Error('the prepared quotes ran out');
  return acceptRequest(snapshotId);
}

/** More does not make the figure steadier. */
const mostRawSeconds = 3;
export const rawItems = 6;

/** What the store gives at most: transactions of six small new items, and nothing around them. */
async function rawRate(fleet: DatabaseFleet, load: Load): Promise<number> {
  const intercepts = latenciesOf(load);
  const startAt = performance.now() + load.warmUpSeconds * 1000;
  const endAt = startAt + Math.min(mostRawSeconds, load.seconds) * 1000;
  let committed = 0;
  const runs = Array.from({ length: load.callers }, async () => {
    const client = intercepted(fleet.connect().documents, ...intercepts);
    while (performance.now() < endAt) {
      await client.send(new TransactWriteCommand({ TransactItems: rawWrites(fleet.tableName) }));
      if (performance.now() > startAt) committed += 1;
    }
  });
  await Promise.all(runs);
  return committed / ((performance.now() - startAt) / 1000);
}

function rawWrites(TableName: string) {
  const pk = `RAW#${randomUUID()}`;
  return Array.from({ length: rawItems }, (_, index) => ({
    Put: {
      TableName,
      Item: { pk, sk: String(index), text: 'x'.repeat(200) },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  }));
}
