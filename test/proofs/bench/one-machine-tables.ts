import { payoutsPerSecond } from './one-machine-bars.ts';
import type { OneMachineFigures } from './sections/one-machine/one-machine.ts';
import type { UseFigures } from './sections/one-machine/side-by-side.ts';
import type { StackName } from './sections/one-machine/sizes.ts';
import type { WorkFigures } from './sections/one-machine/work.ts';
import { median, round } from './statistics.ts';
import { type Row, table } from './table.ts';

const titles: Readonly<Record<StackName, (payouts: number) => string>> = {
  embedded: () => 'new data',
  history: (payouts) => `${payouts} payouts`,
  'dynamodb-local': () => 'DynamoDB Local',
};

/** The figures of the one-machine stack, with DynamoDB Local in a column of its own. */
export function oneMachineTables({ historyPayouts, use, work, chain, blocking }: OneMachineFigures): string[] {
  const { reading } = use.history ?? {};
  return [
    table('One-machine stack', columns(use, historyPayouts, useRows(use))),
    table('One-machine stack, much work at once', columns(work, historyPayouts, workRows)),
    ...(reading
      ? [
          table(`One-machine stack, ${historyPayouts} payouts`, [
            ['page of 100, p50 ms', 'ledger exported, rows', 'ms', 'a payout until it is settled, ms'],
            [reading.pageP50Ms, reading.exported, reading.exportMs, reading.payoutMs],
          ]),
        ]
      : []),
    table(`One-machine stack, ${chain.payouts} payouts funded on a development chain`, [
      ['ready later by, ms', 'memory beyond, MB', 'from the final block to the rail, p50 ms', 'p99 ms', 'not sent'],
      [chain.extraStartMs, chain.extraMb, chain.sentP50Ms, chain.sentP99Ms, chain.unsent],
    ]),
    table(`One-machine stack, ${chain.wallets} payouts to wallets on a development chain`, [
      ['from its event to its block, p50 ms', 'p99 ms', 'from its making, p50 ms', 'p99 ms', 'in no block'],
      [chain.paidP50Ms, chain.paidP99Ms, chain.blockP50Ms, chain.blockP99Ms, chain.unpaid],
    ]),
    table(`The table alone on ${historyPayouts} payouts, ${blocking.transactions} transactions of ten items`, [
      ['', 'p50 ms', 'p99 ms', 'max ms'],
      ['a commit', blocking.commitP50Ms, blocking.commitP99Ms, blocking.commitMaxMs],
      ['stall of the event loop', blocking.stallP50Ms, blocking.stallP99Ms, blocking.stallMaxMs],
      [`the same while ${blocking.expired} rows expire`, '', '', blocking.expiryStallMaxMs],
      ['a process with nothing to do', '', '', blocking.machineMaxMs],
      ['largest write-ahead log, MB', '', '', blocking.walMb],
    ]),
  ];
}

type Rows<T> = readonly (readonly [string, (figures: T) => string | number])[];

function columns<T>(figures: Readonly<Partial<Record<StackName, T>>>, payouts: number, rows: Rows<T>): Row[] {
  const found = Object.entries(figures) as [StackName, T][];
  const header = ['', ...found.map(([name]) => titles[name](payouts))];
  return [header, ...rows.map(([name, cell]): Row => [name, ...found.map(([, one]) => cell(one))])];
}

function useRows({ 'dynamodb-local': peer }: OneMachineFigures['use']): Rows<UseFigures> {
  const ofAll = (values: readonly number[]) => values.map((value) => Math.round(value)).join(' ');
  return [
    ['ready, ms', ({ startMs }) => startMs],
    ['  of the processor, ms', ({ startProcessorMs }) => startProcessorMs],
    ['memory after 200 reads, MB', ({ mbAfterReads }) => mbAfterReads],
    ['memory after 32 callers, MB', ({ mbAfterCallers }) => mbAfterCallers],
    ['payouts a second, 32 callers, the median', payoutsPerSecond],
    ['  to DynamoDB Local', (figures) => (peer ? round(payoutsPerSecond(figures) / payoutsPerSecond(peer), 1) : '')],
    [
      '  of the processor for each, ms',
      ({ neighbours }) => median(neighbours.map(({ processorMsPerPayout }) => processorMsPerPayout)),
    ],
    [
      "another organization's read, p99 ms of each round",
      ({ neighbours }) => ofAll(neighbours.map((one) => one.p99Ms)),
    ],
    ['  the same alone', ({ neighbours }) => ofAll(neighbours.map(({ aloneP99Ms }) => aloneP99Ms))],
    ['  errors', ({ neighbours }) => neighbours.find(({ error }) => error)?.error?.slice(0, 60) ?? 0],
    ['largest write-ahead log, MB', ({ walMb }) => walMb ?? ''],
  ];
}

const workRows: Rows<WorkFigures> = [
  ['buyers at once', ({ buyers }) => buyers.buyers],
  ['  all paid, s', ({ buyers }) => buyers.paidSeconds],
  ['lines of a batch', ({ run }) => run.lines],
  ['  accepted, ms', ({ run }) => run.acceptedMs],
  ['  validated, s', ({ run }) => run.validatedSeconds],
  ['  created beside their settlement, s', ({ run }) => run.createdSeconds],
  ['webhooks in a burst', ({ burst }) => burst.events],
  ['  delivered a second', ({ burst }) => burst.perSecond],
  ['processes that wanted a core', ({ run }) => run.load],
];
