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

/** Takes one step of paying what a vault is asked for. */
export async function advanceVaults(runtime: WorkerRuntime<'vaultPayer'>, hint: Hint): Promise<void> {
  await withClaim(runtime, hint, async (work) => {
    const { vaults, clock, store } = runtime;
    if (!vaults) throw new ChainSilent('no chain is set up');
    const report = await chainAnswer(() => vaults.pay(work.resourceId));
    const pauseMs = pauseAfter(report);
    await endClaim(store, work, pauseMs === undefined ? undefined : rescheduleUpdate(work.claim, clock() + pauseMs));
  });
}

/** @returns undefined where there is nothing to do: whoever asks the vault again makes it due */
function pauseAfter(report: VaultReport | undefined): number | undefined {
  if (!report || report.isMoving) return stepMs;
  return report.open > 0 ? hinderedMs : undefined;
}
