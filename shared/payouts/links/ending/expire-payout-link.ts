import { absent } from '../../../ground/table/expressions.ts';
import { refuseUnknown } from '../../../ground/table/known-values.ts';
import { checkIf } from '../../../ground/table/writes.ts';
import { decideAndCommit } from '../../../journal/commit/decide.ts';
import type { ClaimedWork } from '../../../journal/due/claim-work.ts';
import { rescheduleUpdate } from '../../../journal/due/due-work.ts';
import { endClaim } from '../../../journal/due/end-claim.ts';
import { endWork } from '../../../journal/due/end-work.ts';
import { withClaim } from '../../../journal/due/with-claim.ts';
import type { Hint } from '../../../ports/hint-queue.ts';
import type { WorkerRuntime } from '../../../ports/runtime.ts';
import { restoredTableRef } from '../../payout/restored-table.ts';
import { openLinksRef } from '../open-links.ts';
import { PayoutLinkEntity, payoutLinkRef } from '../payout-link.ts';
import { isKeptOpen, keptOpenMs } from './closed-by-restore.ts';
import { endPayoutLink } from './end-payout-link.ts';

/** Ends a link whose time is up, and releases its hold. */
export function expirePayoutLink(runtime: WorkerRuntime, hint: Hint): Promise<void> {
  return withClaim(runtime, hint, (work) => expireClaimed(runtime, work));
}

async function expireClaimed(runtime: WorkerRuntime, work: ClaimedWork): Promise<void> {
  const { organizationId, resourceId } = work;
  const wanted = payoutLinkRef(organizationId, resourceId);
  const found = await runtime.store.get(wanted);
  refuseUnknown(PayoutLinkEntity, found);
  // The items of the commit that created the link may become visible one by one, the due row first.
  if (!found) return endWork(runtime, work, checkIf(wanted, absent));
  const outcome = await decideAndCommit(runtime, {
    organizationId,
    reads: { link: wanted, restored: restoredTableRef },
    lookUps: [openLinksRef(organizationId)],
    decide: ({ link, restored }, draft) => {
      draft.skipCheck('restored');
      if (link?.status !== 'open' || draft.now < link.expiresAt || isKeptOpen(link, restored)) return undefined;
      endPayoutLink(draft, link, 'expired');
      return { reply: { status: 200, body: undefined } };
    },
  });
  if (outcome) return;
  // The hint was early, or a restore keeps the link open, or it ended after this claim, and its row was removed in that
  // commit.
  const now = runtime.clock();
  const dueAt = now < found.expiresAt ? found.expiresAt : now + keptOpenMs;
  await endClaim(runtime.store, work, rescheduleUpdate(work.claim, dueAt));
}
