import { isPaused } from '../../../../connections/token-pause.ts';
import { refuseUnknown } from '../../../../ground/table/known-values.ts';
import { checkUnchanged } from '../../../../ground/table/writes.ts';
import type { ClaimedWork } from '../../../../journal/due/claim-work.ts';
import { rescheduleUpdate } from '../../../../journal/due/due-work.ts';
import { endClaim } from '../../../../journal/due/end-claim.ts';
import { endWork } from '../../../../journal/due/end-work.ts';
import { withClaim } from '../../../../journal/due/with-claim.ts';
import type { Hint } from '../../../../ports/hint-queue.ts';
import type { WorkerRuntime } from '../../../../ports/runtime.ts';
import { AddressWatchEntity, pauseOf, watchRef } from './address-watch.ts';
import { readAddress } from './read-address.ts';

/** How long to wait, in milliseconds, before checking again whether a paused token is accepted. */
const pausedMs = 60_000;

/**
 * Finds the transfers to an address at which attempts wait. The address is read often while buyers can pay, rarely
 * while late money still belongs to its attempt, and then no longer. The next attempt continues where reading stopped.
 * While the token is paused, nothing is read, so nothing is paid. Transfers that arrive during the pause are processed
 * afterwards, by block time.
 */
export async function advanceAddress(runtime: WorkerRuntime<'transfers'>, hint: Hint): Promise<void> {
  await withClaim(runtime, hint, (work) => advanceClaimed(runtime, work));
}

async function advanceClaimed(runtime: WorkerRuntime<'transfers'>, work: ClaimedWork): Promise<void> {
  const { store, clock } = runtime;
  const wanted = watchRef(work.organizationId, work.resourceId);
  const watch = await store.get(wanted);
  refuseUnknown(AddressWatchEntity, watch);
  if (!watch) return endWork(runtime, work, checkUnchanged(wanted, watch));
  const { connectionId, token } = watch;
  if (connectionId !== undefined && (await isPaused(runtime, { connectionId, token }))) {
    await endClaim(store, work, rescheduleUpdate(work.claim, clock() + pausedMs));
    return;
  }
  const isBehind = await readAddress(runtime, watch);
  const current = (await store.get(wanted)) ?? watch;
  const pause = isBehind ? 0 : pauseOf(current, clock());
  if (pause === undefined) return endWork(runtime, work, checkUnchanged(wanted, current));
  await endClaim(store, work, rescheduleUpdate(work.claim, clock() + pause));
}
