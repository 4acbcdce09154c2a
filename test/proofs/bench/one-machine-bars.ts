import { atLeast, atMost, ofFullSize } from './bar.ts';
import type { Bar } from './figures.ts';
import type { ChainFigures } from './sections/one-machine/chain.ts';
import type { OneMachineFigures } from './sections/one-machine/one-machine.ts';
import type { UseFigures } from './sections/one-machine/side-by-side.ts';
import type { WorkFigures } from './sections/one-machine/work.ts';
import { median, round } from './statistics.ts';

/** Times are of as much work as is played in full. */
const bars = {
  new: { startMs: 1_200, mbAfterReads: 270, mbAfterCallers: 380, timesAsMany: 5 },
  history: { startMs: 2_500, mbAfterCallers: 400, timesAsMany: 4 },
  readP99Ms: 150,
  webhooksPerSecond: 600,
  runSeconds: 7,
  buyersSeconds: 6,
  walMb: 64,
  stallMs: 120,
  chain: { extraStartMs: 1_000, extraMb: 40, sentP99Ms: 12_000, paidP99Ms: 5_000 },
};

/** What the stack of one machine has promised. DynamoDB Local is what it is compared with, and has no bars. */
export function oneMachineBars({ historyPayouts, use, work, chain, blocking }: OneMachineFigures): Bar[] {
  const { embedded, history, 'dynamodb-local': peer } = use;
  const ofHistory = `one machine, ${historyPayouts} payouts`;
  return [
    ...(embedded ? useBars('one machine', embedded, bars.new) : []),
    ...(history ? useBars(ofHistory, history, bars.history) : []),
    ...(embedded && peer ? rateBar('one machine', { embedded, peer }, bars.new.timesAsMany) : []),
    ...(history && peer ? rateBar(ofHistory, { embedded: history, peer }, bars.history.timesAsMany) : []),
    ...(work.embedded ? workBars(work.embedded) : []),
    ...chainBars(chain),
    ...ofFullSize(
      atMost(`${ofHistory}: largest write-ahead log`, Math.max(history?.walMb ?? 0, blocking.walMb), bars.walMb, 'MB'),
      atMost(`${ofHistory}: longest stall while written to`, blocking.stallMaxMs, bars.stallMs, 'ms'),
      atMost(`${ofHistory}: longest stall while rows expire`, blocking.expiryStallMaxMs, bars.stallMs, 'ms'),
    ),
  ];
}

function chainBars({ extraStartMs, extraMb, sentP99Ms, unsent, paidP99Ms, unpaid }: ChainFigures): Bar[] {
  const name = 'one machine with a development chain';
  return [
    ...ofFullSize(
      atMost(`${name}: ready later by`, extraStartMs, bars.chain.extraStartMs, 'ms'),
      atMost(`${name}: memory beyond that without`, extraMb, bars.chain.extraMb, 'MB'),
      atMost(`${name}: from the final block to the rail, p99`, sentP99Ms, bars.chain.sentP99Ms, 'ms'),
      atMost(`${name}: from a payout to a wallet to its block, p99`, paidP99Ms, bars.chain.paidP99Ms, 'ms'),
    ),
    atMost(`${name}: funded payouts that were not sent`, unsent, 0),
    atMost(`${name}: payouts to wallets that no block had`, unpaid, 0),
  ];
}

interface UseBounds {
  readonly startMs: number;
  readonly mbAfterReads?: number;
  readonly mbAfterCallers: number;
}

function useBars(
  name: string,
  { startMs, mbAfterReads, mbAfterCallers, neighbours }: UseFigures,
  bounds: UseBounds,
): Bar[] {
  const worst = Math.max(...neighbours.map(({ p99Ms }) => p99Ms));
  const errors = neighbours.reduce((sum, one) => sum + one.errors, 0);
  return [
    ...ofFullSize(atMost(`${name}: ready`, startMs, bounds.startMs, 'ms')),
    ...(bounds.mbAfterReads === undefined
      ? []
      : [atMost(`${name}: memory after 200 reads`, mbAfterReads, bounds.mbAfterReads, 'MB')]),
    ...ofFullSize(
      atMost(`${name}: memory after 32 callers`, mbAfterCallers, bounds.mbAfterCallers, 'MB'),
      atMost(`${name}: p99 of a read beside 32 callers, the worst round`, worst, bars.readP99Ms, 'ms'),
    ),
    atMost(`${name}: errors beside 32 callers`, errors, 0),
  ];
}

function rateBar(name: string, { embedded, peer }: Readonly<Record<'embedded' | 'peer', UseFigures>>, times: number) {
  const ratio = round(payoutsPerSecond(embedded) / payoutsPerSecond(peer), 1);
  return ofFullSize(atLeast(`${name}: payouts a second to DynamoDB Local`, ratio, times, 'times'));
}

/** The median of the rounds. */
export function payoutsPerSecond({ neighbours }: UseFigures): number {
  return median(neighbours.map((one) => one.payoutsPerSecond));
}

function workBars({ buyers, run, burst }: WorkFigures): Bar[] {
  const name = 'one machine';
  return [
    ...ofFullSize(
      atLeast(`${name}: burst of webhooks, deliveries a second`, burst.perSecond, bars.webhooksPerSecond),
      atMost(
        `${name}: a batch of ${run.lines} beside its settlement: created`,
        run.createdSeconds,
        bars.runSeconds,
        's',
      ),
      atMost(`${name}: ${buyers.buyers} buyers at once: all paid`, buyers.paidSeconds, bars.buyersSeconds, 's'),
    ),
    atMost(`${name}: burst of webhooks, events that did not arrive`, burst.missing, 0),
    atMost(`${name}: lines that became no payout`, run.lines - run.created, 0),
    atMost(`${name}: ${buyers.buyers} buyers at once: not paid`, buyers.buyers - buyers.paid, 0),
  ];
}
