import { rescheduleUpdate } from '../../journal/due/due-work.ts';
import { endClaim } from '../../journal/due/end-claim.ts';
import { withClaim } from '../../journal/due/with-claim.ts';
import type { Hint } from '../../ports/hint-queue.ts';
import type { VaultReport, WorkerRuntime } from '../../ports/runtime.ts';
import { ChainSilent, chainAnswer } from '../../ports/token-chain.ts';

/** While a transaction waits for its block, or another worker has the signer. Milliseconds. */
const stepMs = 3_000;
/** While the vault cannot pay. */
const hinderedMs = 30_000;

/** While it is asked for nothing: whatever it pays all the same is found. */
const watchedMs = 60 * 60 * 1000;

/** Takes one step of paying what a vault is asked for. */
export async function advanceVaults(runtime: WorkerRuntime<'vaultPayer'>, hint: Hint): Promise<void> {
  await withClaim(runtime, hint, async (work) => {
    const { vaults, clock, store } = runtime;
    if (!vaults) throw new ChainSilent('no chain is set up');
    const report = await chainAnswer(() => vaults.pay(work.resourceId));
    await endClaim(store, work, rescheduleUpdate(work.claim, clock() + pauseAfter(report)));
  });
}

/** @returns milliseconds. Whoever asks the vault again makes it due at once */
function pauseAfter(report: VaultReport | undefined): number {
  if (!report || report.isMoving) return stepMs;
  return report.open > 0 ? hinderedMs : watchedMs;
}
