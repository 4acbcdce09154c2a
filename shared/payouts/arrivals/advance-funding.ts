import { isPayoutWorkOfKey } from '../../access/api-keys/revocation-work.ts';
import { checkUnchanged } from '../../ground/table/writes.ts';
import type { ClaimedWork } from '../../journal/due/claim-work.ts';
import { rescheduleUpdate } from '../../journal/due/due-work.ts';
import { endClaim } from '../../journal/due/end-claim.ts';
import { endWork } from '../../journal/due/end-work.ts';
import { withClaim } from '../../journal/due/with-claim.ts';
import type { DepositToken } from '../../ports/deposit-chain.ts';
import type { Hint } from '../../ports/hint-queue.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import { tokenOfWork } from '../flushing/token-work.ts';
import { pauseUnsound } from '../funding/pause-unsound.ts';
import { type FundingWatch, pauseOf, watchRef } from '../funding/watch.ts';
import { advanceAwaiting } from './advance-awaiting.ts';
import { compareAddresses, hasLateAddresses, postponeComparing } from './compare-addresses.ts';
import { endPayoutsOfKey } from './end-payouts-of-key.ts';
import { readToken } from './read-token.ts';

type FundingRuntime = WorkerRuntime<'depositChain' | 'senderScreening' | 'prices'>;

/**
 * Reads what was received at the addresses of a token, continues one payout that awaits its funds, or ends the payouts
 * of a revoked key.
 */
export async function advanceFunding(runtime: FundingRuntime, hint: Hint): Promise<void> {
  await withClaim(runtime, hint, async (work) => {
    if (isPayoutWorkOfKey(work)) return endPayoutsOfKey(runtime, work);
    const token = tokenOfWork(work.resourceId);
    await (token ? advanceToken(runtime, work, token) : advanceAwaiting(runtime, work));
  });
}

/**
 * Reads a token as long as payouts await funds in it, and at least as long as its row says: a payout that is created in
 * the meantime relies on that. A later payout continues where the reading stopped. The token's addresses are compared
 * as long as there are any.
 */
async function advanceToken(runtime: FundingRuntime, work: ClaimedWork, token: DepositToken): Promise<void> {
  const { store, clock } = runtime;
  const wanted = watchRef(token);
  const watch = await store.get(wanted);
  if (!watch) return endWork(runtime, work, checkUnchanged(wanted, watch));
  const { isBehind, isAwaited } = await readToken(runtime, watch).catch(async (error: unknown) => {
    // Compared even then, so that flooding an address until nodes cannot list its transfers does not hide other money.
    if (clock() >= watch.compareAt) await compared(runtime, watch, work);
    throw error;
  });
  await watchWorth(runtime, watch);
  const isCompared = isBehind || clock() < watch.compareAt || (await compared(runtime, watch, work));
  if (isBehind || !isCompared) {
    await endClaim(store, work, rescheduleUpdate(work.claim, clock()));
    return;
  }
  const current = (await store.get(wanted)) ?? watch;
  const now = clock();
  const isOften = isAwaited || now < current.oftenUntil;
  const again = Math.max(now, current.compareAt);
  const dueAt = isOften
    ? now + pauseOf(current.oftenUntil, now)
    : (await hasLateAddresses(runtime, token))
      ? again
      : undefined;
  await endWork(runtime, work, checkUnchanged(wanted, current), dueAt);
}

/**
 * Checks that the token is still worth a dollar, because somebody may be about to send it. If its price feed does not
 * answer, reading goes on, and nothing is funded.
 */
async function watchWorth(runtime: FundingRuntime, watch: FundingWatch): Promise<void> {
  try {
    await pauseUnsound(runtime, watch);
  } catch (error) {
    const { connectionId, contract } = watch;
    runtime.log.warn('the price of a token is not known', { error: error as Error, connectionId, contract });
  }
}

/** Comparing demands far more of the nodes than reading, which goes on if they do not answer. */
async function compared(runtime: FundingRuntime, watch: FundingWatch, { resourceId }: ClaimedWork): Promise<boolean> {
  try {
    return await compareAddresses(runtime, watch);
  } catch (error) {
    runtime.log.warn('addresses could not be compared', { error: error as Error, resourceId });
    await postponeComparing(runtime, watch);
    return true;
  }
}
