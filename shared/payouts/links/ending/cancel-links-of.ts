import { memberOfLinkWork } from '../../../access/team/link-work.ts';
import { readPage } from '../../../ground/table/page.ts';
import { checkUnchanged, type Write } from '../../../ground/table/writes.ts';
import { apiKeyRef } from '../../../identity/api-key.ts';
import { memberRef } from '../../../identity/member.ts';
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
import { type PayoutLink, PayoutLinkEntity, payoutLinkPartition, payoutLinkRef } from '../payout-link.ts';
import { isKeptOpen, keptOpenMs } from './closed-by-restore.ts';
import { creatorRefs, isCreatorGone } from './creator.ts';
import { endPayoutLink } from './end-payout-link.ts';

/** Each canceled link takes five of a commit's maximum of a hundred writes. */
const linksPerCommit = 15;
const linksPerPage = 100;
/** Well below the worker's timeout and its lease. If links are left, the work is due again at once. */
const workingMs = 8_000;

/**
 * Cancels the open links of a revoked key, or of a person who was removed or may no longer create any, in commits of
 * bounded size (design, payout links, who). In the meantime nobody can claim them. Links that an earlier removal of the
 * person kept stay open.
 */
export function cancelLinksOf(runtime: WorkerRuntime, hint: Hint): Promise<void> {
  return withClaim(runtime, hint, (work) => cancelClaimed(runtime, work));
}

async function cancelClaimed(runtime: WorkerRuntime, work: ClaimedWork): Promise<void> {
  const creatorAsRead = await checkOfCreator(runtime, work);
  const until = runtime.clock() + workingMs;
  let after: string | undefined;
  let areSomeKeptOpen = false;
  do {
    const { items, next } = await openLinksBehind(runtime, work, after);
    for (let start = 0; start < items.length; start += linksPerCommit) {
      const some = items.slice(start, start + linksPerCommit);
      if (await cancelTogether(runtime, some)) areSomeKeptOpen = true;
    }
    after = next;
  } while (after !== undefined && runtime.clock() < until);
  if (after !== undefined)
    return void (await endClaim(runtime.store, work, rescheduleUpdate(work.claim, runtime.clock())));
  if (areSomeKeptOpen)
    return void (await endClaim(runtime.store, work, rescheduleUpdate(work.claim, runtime.clock() + keptOpenMs)));
  // The items of a commit become visible one by one: the key or the member may still have been there.
  await endWork(runtime, work, creatorAsRead);
}

/** The check that the creator of the links is unchanged. */
async function checkOfCreator({ store }: WorkerRuntime, work: ClaimedWork): Promise<Write> {
  const userId = memberOfLinkWork(work);
  if (userId === undefined) {
    const key = apiKeyRef(work.resourceId);
    return checkUnchanged(key, await store.get(key));
  }
  const member = memberRef(work.organizationId, userId);
  return checkUnchanged(member, await store.get(member));
}

async function openLinksBehind({ store }: WorkerRuntime, work: ClaimedWork, after?: string) {
  const { organizationId, resourceId } = work;
  const range = {
    partition: payoutLinkPartition(organizationId),
    newestFirst: true,
    limit: linksPerPage,
    where: { status: ['open'] },
    after,
  };
  const userId = memberOfLinkWork(work);
  const isOwn = ({ creator }: PayoutLink) =>
    userId === undefined ? creator.apiKeyId === resourceId : creator.actorUserId === userId;
  return readPage(store, PayoutLinkEntity, range, ({ payoutLinkId }) => payoutLinkId, isOwn);
}

/**
 * The links may have ended since, and their creator may be a person who has rejoined.
 * @returns whether a restore keeps some of them open
 */
async function cancelTogether(runtime: WorkerRuntime, links: readonly PayoutLink[]): Promise<boolean> {
  const [first] = links;
  if (!first) return false;
  let areSomeKeptOpen = false;
  const { organizationId } = first;
  const named = Object.fromEntries(
    links.map((link) => [link.payoutLinkId, payoutLinkRef(organizationId, link.payoutLinkId)]),
  );
  await decideAndCommit(runtime, {
    organizationId,
    reads: { ...named, ...creatorRefs(first), restored: restoredTableRef },
    lookUps: [openLinksRef(organizationId)],
    decide: (found, draft) => {
      draft.skipCheck('restored');
      areSomeKeptOpen = false;
      for (const { payoutLinkId } of links) {
        const link = (found as Readonly<Record<string, unknown>>)[payoutLinkId] as PayoutLink | undefined;
        if (link?.status !== 'open' || !isCreatorGone(link, found)) continue;
        if (isKeptOpen(link, found.restored)) areSomeKeptOpen = true;
        else endPayoutLink(draft, link, 'canceled', { canceledBecause: 'creator_removed' });
      }
      return draft.isEmpty ? undefined : { reply: { status: 200, body: undefined } };
    },
  });
  return areSomeKeptOpen;
}
