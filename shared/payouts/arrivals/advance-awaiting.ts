import { refTo } from '../../ground/table/expressions.ts';
import { checkUnchanged, replace } from '../../ground/table/writes.ts';
import { decideAndCommit } from '../../journal/commit/decide.ts';
import type { ClaimedWork } from '../../journal/due/claim-work.ts';
import { rescheduleUpdate } from '../../journal/due/due-work.ts';
import { endClaim } from '../../journal/due/end-claim.ts';
import { endWork } from '../../journal/due/end-work.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import { addressOf, endOfWaiting, followMs } from '../funding/watch.ts';
import { endUnfunded } from '../lifecycle/end-awaiting.ts';
import { isComplete, type SelfFundedPayout } from '../payout/funding.ts';
import { type Payout, PayoutEntity } from '../payout/payout.ts';
import { recordAll, seekBeforeEnd } from './find-missing.ts';
import { fundComplete } from './fund-complete.ts';
import { minedTransfers } from './see-transaction.ts';

/**
 * Milliseconds until a payout whose money is there is looked at again while it waits for its token to be resumed, or
 * for a restore to be settled.
 */
const waitingMs = 5 * 60 * 1000;

type AwaitingRuntime = WorkerRuntime<'depositChain' | 'senderScreening' | 'prices'>;

/**
 * Funds a payout whose money is there, follows the transaction that was confirmed for a payout, or ends a payout that
 * awaited its funds for too long. A payout with a confirmed transaction does not end before every node has shown what
 * became of the transaction.
 * @throws ChainSilent, ScreeningUnavailable, and those of `fundComplete`
 */
export async function advanceAwaiting(runtime: AwaitingRuntime, work: ClaimedWork): Promise<void> {
  const { organizationId, resourceId: payoutId } = work;
  const { store, clock } = runtime;
  const wanted = refTo(PayoutEntity, { organizationId, payoutId });
  const payout = await store.get(wanted);
  if (payout?.status !== 'awaiting_funds' || !payout.funding)
    return endWork(runtime, work, checkUnchanged(wanted, payout));
  const { confirming } = payout.funding;
  const current = { ...payout, funding: payout.funding };
  const end = endOfWaiting(payout.acceptedAt ?? Date.parse(payout.createdAt));
  if (isComplete(current.funding)) {
    const isDecided = await fundComplete(runtime, current);
    if (!isDecided) await endClaim(store, work, rescheduleUpdate(work.claim, clock() + waitingMs));
  } else if (confirming !== undefined) {
    const isOpen = await followConfirmed(runtime, current, confirming);
    await endClaim(store, work, rescheduleUpdate(work.claim, clock() + (isOpen ? followMs : 0)));
  } else if (clock() < end) {
    await endClaim(store, work, rescheduleUpdate(work.claim, end));
  } else {
    await seekBeforeEnd(runtime, current);
    await endUnfunded(runtime, work);
  }
}

/**
 * Records a confirmed transaction once it is final, even if the nodes' lists leave it out. A transaction that is in no
 * block any more, or was replaced, is no longer waited for: the payout can be canceled, and another transaction
 * confirmed for it.
 * @returns whether the transaction is still waited for
 */
async function followConfirmed(runtime: AwaitingRuntime, payout: SelfFundedPayout, hash: string): Promise<boolean> {
  const mined = await minedTransfers(runtime, payout, hash);
  const isThere = mined !== undefined && mined.transfers.length > 0;
  if (isThere && !mined.isFinal) return true;
  if (isThere) await recordAll(runtime, addressOf(payout), mined.transfers);
  await endConfirming(runtime, payout, hash);
  return false;
}

async function endConfirming(
  runtime: AwaitingRuntime,
  { organizationId, payoutId }: SelfFundedPayout,
  hash: string,
): Promise<void> {
  await decideAndCommit(runtime, {
    organizationId,
    reads: { payout: refTo(PayoutEntity, { organizationId, payoutId }) },
    decide: ({ payout }: { readonly payout: Payout | undefined }, draft) => {
      if (payout?.status !== 'awaiting_funds' || payout.funding?.confirming !== hash) return undefined;
      const { confirming: _, ...funding } = payout.funding;
      draft.write(replace(PayoutEntity, { ...payout, updatedAt: draft.timestamp, funding }));
      return { reply: { status: 200, body: undefined }, resourceId: payoutId };
    },
  });
}
