import { batchTables } from './batch-tables.ts';
import { checkoutTables } from './checkout-tables.ts';
import type { Figures } from './figures.ts';
import { fundingTables } from './funding-tables.ts';
import { oneMachineTables } from './one-machine-tables.ts';
import { payoutLinkTables } from './payout-link-tables.ts';
import { screeningTables } from './screening-tables.ts';
import { rawItems } from './sections/throughput.ts';
import { round } from './statistics.ts';
import { sweepTables } from './sweep-tables.ts';
import { type Row, table } from './table.ts';
import { webhookTables } from './webhook-tables.ts';

/** The figures as tables for a terminal. */
export function report(figures: Figures): string {
  const {
    operations,
    pages,
    throughput,
    modelled,
    peer,
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
    operations && table('Operations', operationRows(operations)),
    pages && table('Pages of a long history', pageRows(pages)),
    throughput && table('Throughput of payouts, with settlement running', throughputRows(throughput)),
    modelled && table('Payouts on the modelled store, in virtual time', modelledRows(modelled)),
    peer && table('Peer: middy, Powertools idempotency, one put', peerRows(peer)),
    functions && table('Functions', functionRows(functions, figures.client)),
    ...(oneMachine ? oneMachineTables(oneMachine) : []),
    ...(batches ? batchTables(batches) : []),
    ...(checkout ? checkoutTables(checkout) : []),
    ...(payoutLinks ? payoutLinkTables(payoutLinks) : []),
    ...(funding ? fundingTables(funding) : []),
    ...(sweep ? sweepTables(sweep) : []),
    ...(webhooks ? webhookTables(webhooks) : []),
    ...(screening ? screeningTables(screening) : []),
    table('Bars', barRows(figures)),
  ]
    .filter(Boolean)
    .join('\n');
}

function operationRows(operations: NonNullable<Figures['operations']>): Row[] {
  const header = ['', 'sequential', 'calls', 'read units', 'write units', 'p50 ms', 'p95 ms'];
  const rows = Object.entries(operations).map(
    ([name, one]): Row => [
      name,
      one.sequentialCalls,
      one.totalCalls,
      one.readUnits,
      one.writeUnits,
      one.p50Ms,
      one.p95Ms,
    ],
  );
  return [header, ...rows];
}

function pageRows(pages: NonNullable<Figures['pages']>): Row[] {
  const rows = Object.entries(pages).map(
    ([name, { rows: length, queries, p50Ms }]): Row => [name, length, queries, p50Ms],
  );
  return [['', 'rows', 'queries', 'p50 ms'], ...rows];
}

/** `ceiling`: the ratio if the store did nothing but a payout's transactions, at the rate at which it takes raw items. */
function throughputRows(throughput: NonNullable<Figures['throughput']>): Row[] {
  const header = [
    'orgs x callers',
    '/s',
    'raw /s',
    'ratio',
    'conflicts',
    'items',
    'ceiling',
    'commit ms',
    'p50 ms',
    'p99 ms',
    'errors',
    'lag p99 s',
    'left',
  ];
  const rows = throughput.map(
    (run): Row => [
      `${run.operation} ${run.organizations} x ${run.callers} ${run.latencies} ${run.seconds} s`,
      run.perSecond,
      run.rawPerSecond,
      run.ratioToRaw,
      run.conflictsPerCommit,
      run.itemsPerPayout,
      round(rawItems / run.itemsPerPayout),
      run.commitMs,
      run.p50Ms,
      run.p99Ms,
      run.error ? `${run.errors}: ${run.error.slice(0, 60)}` : run.errors,
      run.settlement.p99Seconds,
      run.settlement.unsettled,
    ],
  );
  return [header, ...rows];
}

function modelledRows(modelled: NonNullable<Figures['modelled']>): Row[] {
  const header = [
    'orgs x callers of each',
    'payouts',
    '/s',
    'settled /s',
    'p50 ms',
    'p99 ms',
    'conflicts',
    'commits',
    'items',
    'of ceiling %',
    'throttled',
    'errors',
    'lag p50 s',
    'p99 s',
    'CPU ms',
  ];
  const rows = modelled.map(
    (cell): Row => [
      `${cell.operation} ${cell.organizations} x ${cell.callers}`,
      `${cell.warmUp} + ${cell.payouts}`,
      cell.perSecond,
      cell.settledPerSecond,
      cell.p50Ms,
      cell.p99Ms,
      cell.conflictsPerCommit,
      cell.commitsPerPayout,
      cell.itemsPerPayout,
      cell.ofCeiling,
      cell.throttledMost ? `${cell.throttled}: ${cell.throttledMost}` : cell.throttled,
      cell.error ? `${cell.errors}: ${cell.error.slice(0, 60)}` : cell.errors,
      cell.settlement.p50Seconds,
      cell.settlement.p99Seconds,
      cell.cpuMs,
    ],
  );
  return [header, ...rows];
}

function peerRows(peer: NonNullable<Figures['peer']>): Row[] {
  const rows = peer.map(
    (one): Row => [
      one.latencies,
      one.oursP50Ms,
      one.commitP50Ms,
      one.peerP50Ms,
      one.ratio,
      round(one.commitP50Ms / one.peerP50Ms),
    ],
  );
  return [['', 'accept p50 ms', 'its commit', 'peer p50 ms', 'ratio', 'commit alone'], ...rows];
}

function functionRows(functions: NonNullable<Figures['functions']>, client: Figures['client']): Row[] {
  const rows = Object.entries(functions).map(
    ([name, one]): Row => [name, Math.round(one.bytes / 1024), one.importMs, one.ratioToClient],
  );
  const bare: Row[] = client ? [['@aws-sdk/client-dynamodb', Math.round(client.bytes / 1024), client.importMs, 1]] : [];
  return [['', 'KB', 'import ms', 'ratio'], ...rows, ...bare];
}

function barRows({ bars }: Figures): Row[] {
  const rows = bars.map(({ name, required, measured, verdict }): Row => [name, required, measured, verdict]);
  return [['', 'required', 'measured', ''], ...rows];
}
