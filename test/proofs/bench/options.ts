import { parseArgs } from 'node:util';
import type { BatchSizes } from './sections/batches/batches.ts';
import type { CheckoutSizes } from './sections/checkout/checkout.ts';
import type { FundingSizes } from './sections/funding/funding.ts';
import type { ModelledSizes } from './sections/modelled/cells.ts';
import type { OneMachineSizes } from './sections/one-machine/sizes.ts';
import type { PayoutLinkSizes } from './sections/payout-links/payout-links.ts';
import type { ScreeningSizes } from './sections/screening/screening.ts';
import type { SweepSizes } from './sections/sweep/sweep.ts';

/** What can be measured alone, in the order in which it is. */
export const sectionNames = [
  'functions',
  'one-machine',
  'operations',
  'pages',
  'peer',
  'throughput',
  'modelled',
  'batches',
  'checkout',
  'payout-links',
  'funding',
  'sweep',
  'webhooks',
  'screening',
] as const;
export type SectionName = (typeof sectionNames)[number];

export const usage = `Measures the service against its limits and next to a peer.

  npm run bench -- [options]

  --only SECTION   measure only this section; can be repeated:
                   ${sectionNames.slice(0, 6).join(', ')},
                   ${sectionNames.slice(6).join(', ')}
  --quick          measure less of everything; limits about full sizes are not checked
  --seed NUMBER    the seed of everything that is random; a new one by default
  --json FILE      write the figures
  --assert         end with exit code 1 if a limit other than a duration in milliseconds is missed
  --help           show this
`;

export interface Options {
  /** Where to write the figures. */
  readonly json: string | undefined;
  /** Exit code 1 when a bar is missed. */
  readonly assert: boolean;
  readonly sections: readonly SectionName[];
  /** Of what is made by chance; a new one by default. */
  readonly seed: number;
  /** Measures less: bars about full sizes are not judged. */
  readonly isQuick: boolean;
  readonly sizes: Sizes;
}

/** How much is measured. */
export interface Sizes {
  /** Calls of each operation. */
  readonly calls: number;
  /** Of the service and of the peer, in turns. */
  readonly peerCalls: number;
  /** Of 16, 4 and 1 callers, the first so many. With none, only what has a bar is measured. */
  readonly callerCounts: number;
  /** Of each throughput run. */
  readonly seconds: number;
  readonly warmUpSeconds: number;
  /** Of the run that has to hold out. */
  readonly sustainedSeconds: number;
  readonly sustainedWarmUpSeconds: number;
  /** In the feed whose pages are read. */
  readonly events: number;
  /** Imports of each function; the median counts. */
  readonly imports: number;
  readonly oneMachine: OneMachineSizes;
  readonly modelled: ModelledSizes;
  readonly batches: BatchSizes;
  readonly checkout: CheckoutSizes;
  readonly payoutLinks: PayoutLinkSizes;
  readonly funding: FundingSizes;
  readonly sweep: SweepSizes;
  readonly webhooks: WebhookSizes;
  readonly screening: ScreeningSizes;
}

export interface WebhookSizes {
  /** Of the runs in which arrivals are timed. */
  readonly warmUpSeconds: number;
  readonly aloneSeconds: number;
  /** More than a minute has retries in it. */
  readonly besideDeadSeconds: number;
  readonly burstEvents: number;
  /** Events whose units are counted, for fifty endpoints each. */
  readonly meteredEvents: number;
  /** Of the day of a dead endpoint. */
  readonly deadHours: number;
}

const full: Sizes = {
  calls: 60,
  peerCalls: 100,
  callerCounts: 3,
  seconds: 8,
  warmUpSeconds: 2,
  sustainedSeconds: 60,
  sustainedWarmUpSeconds: 20,
  events: 100_000,
  imports: 7,
  oneMachine: {
    starts: 5,
    rounds: 5,
    seconds: 12,
    lines: 1_000,
    buyers: 50,
    burstEvents: 3_000,
    fundedPayouts: 60,
    paidWallets: 60,
    historyPayouts: 100_000,
    madePayouts: 250,
    blockingSeconds: 30,
  },
  modelled: { mostOrganizations: 100, warmUpSeconds: 15, seconds: 5, leastPayouts: 1_000, mostPayouts: 24_000 },
  batches: { lines: 1_000, singlesSeconds: 20, largestLines: 1_000 },
  checkout: { pageReads: 300, buyers: 50, payments: 1_000, cardPayments: 1_000 },
  payoutLinks: { links: 50, claims: 1_000 },
  funding: { addresses: 10_000 },
  sweep: { dueRows: 1_440_000, sentPayouts: 4_000 },
  webhooks: {
    warmUpSeconds: 15,
    aloneSeconds: 30,
    besideDeadSeconds: 70,
    burstEvents: 2_000,
    meteredEvents: 40,
    deadHours: 24,
  },
  screening: { ofEachKind: 400, innocents: 8_000 },
};
const quick: Sizes = {
  calls: 10,
  peerCalls: 10,
  callerCounts: 0,
  seconds: 1,
  warmUpSeconds: 1,
  sustainedSeconds: 1,
  sustainedWarmUpSeconds: 1,
  events: 5_000,
  imports: 1,
  oneMachine: {
    starts: 1,
    rounds: 1,
    seconds: 1,
    lines: 50,
    buyers: 10,
    burstEvents: 200,
    fundedPayouts: 4,
    paidWallets: 4,
    historyPayouts: 2_000,
    madePayouts: 50,
    blockingSeconds: 2,
  },
  modelled: { mostOrganizations: 10, warmUpSeconds: 2, seconds: 1, leastPayouts: 60, mostPayouts: 300 },
  batches: { lines: 50, singlesSeconds: 2, largestLines: 100 },
  checkout: { pageReads: 40, buyers: 10, payments: 100, cardPayments: 100 },
  payoutLinks: { links: 5, claims: 50 },
  funding: { addresses: 1_000 },
  sweep: { dueRows: 14_400, sentPayouts: 200 },
  webhooks: {
    warmUpSeconds: 2,
    aloneSeconds: 3,
    besideDeadSeconds: 3,
    burstEvents: 200,
    meteredEvents: 5,
    deadHours: 2,
  },
  screening: { ofEachKind: 200, innocents: 3_000 },
};

/**
 * `--json FILE`, `--quick`, `--assert`, `--seed NUMBER`, `--only SECTION` (again for more of them).
 * @throws Error for an option or a section that does not exist
 */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: 'string' },
      quick: { type: 'boolean' },
      assert: { type: 'boolean' },
      only: { type: 'string', multiple: true },
      seed: { type: 'string' },
    },
  });
  return {
    json: values.json,
    assert: values.assert === true,
    sections: values.only?.map(sectionOf) ?? sectionNames,
    seed: values.seed === undefined ? Date.now() % 2 ** 31 : seedOf(values.seed),
    isQuick: values.quick === true,
    sizes: values.quick ? quick : full,
  };
}

function seedOf(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--seed takes a whole number, not '${text}'`);
  return Number(text);
}

function sectionOf(text: string): SectionName {
  const name = sectionNames.find((section) => section === text);
  if (!name) throw new Error(`--only takes one of ${sectionNames.join(', ')}, not '${text}'`);
  return name;
}
