import type { ClaimedWork } from '../../journal/due/claim-work.ts';
import { rescheduleUpdate } from '../../journal/due/due-work.ts';
import { endClaim } from '../../journal/due/end-claim.ts';
import { withClaim } from '../../journal/due/with-claim.ts';
import type { DepositToken } from '../../ports/deposit-chain.ts';
import type { Hint } from '../../ports/hint-queue.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import { ChainSilent, chainAnswer } from '../../ports/token-chain.ts';
import { bringBack } from './bring-back.ts';
import { FlushLaterEntity, flushesLater } from './flush-later.ts';
import { noteFlushes } from './note-flushes.ts';
import { type PendingFlush, PendingFlushEntity, pendingPartition } from './pending-flush.ts';
import { tokenOfWork } from './token-work.ts';

type FlushingRuntime = WorkerRuntime<'depositFlusher'>;

/** Maximum number of addresses that the flusher takes at once. */
const mostTogether = 50;
/** Maximum number of payouts that a step looks at, however much is to be flushed. Flushed ones make room for others. */
const mostLookedAt = 500;
/** Milliseconds until the next step if another worker has the signer, or more is to be flushed at once. */
const stepMs = 5_000;
/**
 * Milliseconds. The items of a commit become visible one by one, so the work may be seen before the payouts that are to
 * be flushed.
 */
const unseenMs = 10 * 60 * 1000;

/** Takes one step of flushing: sending the balances of a token's addresses to the treasury. */
export async function advanceFlushes(runtime: FlushingRuntime, hint: Hint): Promise<void> {
  await withClaim(runtime, hint, async (work) => {
    const token = tokenOfWork(work.resourceId);
    if (!token) throw new Error(`${work.resourceId} is no token`);
    const dueAt = await flushToken(runtime, work, token);
    await endClaim(runtime.store, work, dueAt === undefined ? undefined : rescheduleUpdate(work.claim, dueAt));
  });
}

/**
 * @returns milliseconds: when the next step is due; undefined for never
 * @throws ChainSilent
 */
async function flushToken(
  runtime: FlushingRuntime,
  { claims }: ClaimedWork,
  token: DepositToken,
): Promise<number | undefined> {
  const { clock, flusher } = runtime;
  await bringBack(runtime, token, mostTogether);
  const { pending, isAll } = await pendingFlushes(runtime, token);
  const laterTimes = await firstLater(runtime, token);
  if (pending.length === 0) return soonest([...laterTimes, ...(claims === 1 ? [clock() + unseenMs] : [])]);
  const [due, later] = dueNow(pending, clock());
  laterTimes.push(...later.map(({ nextAt }) => nextAt));
  if (due.length === 0) return soonest(laterTimes);
  if (!flusher) throw new ChainSilent('no chain is set up');
  const some = due.toSorted((a, b) => a.nextAt - b.nextAt).slice(0, mostTogether);
  const payoutIds = some.map(({ payoutId }) => payoutId);
  const heldBack = new Set(some.filter(({ isHeldBack }) => isHeldBack).map(({ payoutId }) => payoutId));
  const report = await chainAnswer(() => flusher.flush(token, { payoutIds, heldBack }));
  if (!report) return clock() + stepMs;
  const left = await noteFlushes(runtime, some, report);
  const dueAt = due.length > some.length || !isAll ? undefined : soonest([...left, ...laterTimes]);
  return Math.max(dueAt ?? clock(), clock() + stepMs);
}

/** Payouts that are due, and with them those that nobody has looked at yet: flushing them together costs less. */
function dueNow(pending: readonly PendingFlush[], now: number): [due: PendingFlush[], later: PendingFlush[]] {
  const isAnyDue = pending.some(({ nextAt }) => nextAt <= now);
  const isDue = ({ nextAt, found }: PendingFlush) => nextAt <= now || (isAnyDue && found === undefined);
  return [pending.filter(isDue), pending.filter((flush) => !isDue(flush))];
}

function soonest(times: readonly number[]): number | undefined {
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** The first payouts whose money in the token is at no treasury yet, and whether these are all of them. */
async function pendingFlushes({ store }: Pick<FlushingRuntime, 'store'>, token: DepositToken) {
  const range = { partition: pendingPartition(token), after: ' ', to: '~', limit: mostLookedAt };
  const { items, examinedTo } = await store.range(PendingFlushEntity, range);
  return { pending: items, isAll: examinedTo === undefined };
}

/** Milliseconds: when the first payout whose money was put aside is looked at again; undefined if there is none. */
async function firstLater({ store }: Pick<FlushingRuntime, 'store'>, token: DepositToken): Promise<number[]> {
  const { items } = await store.range(FlushLaterEntity, { ...flushesLater(token), limit: 1 });
  return items.map(({ at }) => at);
}
