import { rescheduleUpdate } from '../../journal/due/due-work.ts';
import { endClaim } from '../../journal/due/end-claim.ts';
import { withClaim } from '../../journal/due/with-claim.ts';
import type { Hint } from '../../ports/hint-queue.ts';
import type { VaultReport, WorkerRuntime } from '../../ports/runtime.ts';
import { ChainSilent, chainAnswer } from '../../ports/token-chain.ts';
import { restoredTableRef } from '../payout/restored-table.ts';

/** The pause while a transaction waits for its block, or another worker uses the signer. Milliseconds. */
const stepMs = 3_000;
/** The pause while the vault cannot pay. Milliseconds. */
const hinderedMs = 30_000;

/** The pause while nothing is requested from the vault. Payments that it makes anyway are found. Milliseconds. */
const watchedMs = 60 * 60 * 1000;

/** What was signed is valid no longer than that, and a restore may have lost it. Milliseconds. */
const signaturesLiveMs = 30 * 60 * 1000;

/** Takes one step toward making the payments that a vault was asked for. */
export async function advanceVaults(runtime: WorkerRuntime<'vaultPayer'>, hint: Hint): Promise<void> {
  await withClaim(runtime, hint, async (work) => {
    const { vaults, clock, store } = runtime;
    if (!vaults) throw new ChainSilent('no chain is set up');
    const { notedAt = 0 } = (await store.get(restoredTableRef)) ?? {};
    const report = await chainAnswer(() => vaults.pay(work.resourceId, notedAt + signaturesLiveMs));
    await endClaim(store, work, rescheduleUpdate(work.claim, clock() + pauseAfter(report)));
  });
}

/** @returns the pause in milliseconds. A new request to the vault makes it due at once */
function pauseAfter(report: VaultReport | undefined): number {
  if (!report || report.isMoving) return stepMs;
  return report.open > 0 ? hinderedMs : watchedMs;
}
