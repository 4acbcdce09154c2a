import { refTo } from '../../ground/table/expressions.ts';
import { checkUnchanged } from '../../ground/table/writes.ts';
import { type ApiKey, apiKeyRef } from '../../identity/api-key.ts';
import { isKeyOfLeaver } from '../../identity/leavers.ts';
import { decideAndCommit } from '../../journal/commit/decide.ts';
import type { ClaimedWork } from '../../journal/due/claim-work.ts';
import { rescheduleUpdate } from '../../journal/due/due-work.ts';
import { endClaim } from '../../journal/due/end-claim.ts';
import { endWork } from '../../journal/due/end-work.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import { endUserDayRefs } from '../caps/consume-caps.ts';
import { arrivedRef } from '../flushing/arrived.ts';
import { OpenPayoutOfKeyEntity, openPayoutsPartition } from '../funding/open-payouts.ts';
import { endAwaiting } from '../lifecycle/end-awaiting.ts';
import { type Payout, PayoutEntity } from '../payout/payout.ts';
import { isInDoubt, restoredTableRef } from '../payout/restored-table.ts';

/** Each ended payout takes up to eight of the hundred writes that a commit may have. */
const payoutsPerCommit = 10;
const payoutsPerPage = 100;
/** Well below the worker's timeout and its lease. If payouts are left afterwards, the work is due again at once. */
const workingMs = 8_000;
/** How soon a payout that a restore has put in doubt is looked at again. */
const inDoubtMs = 10 * 60 * 1000;

/**
 * Ends the payouts that a revoked key has requested and whose addresses have received nothing, in commits of bounded
 * size. Money that arrives later is a held deposit. A payout with money, or whose organization has confirmed a
 * transaction, goes on.
 */
export async function endPayoutsOfKey(runtime: WorkerRuntime, work: ClaimedWork): Promise<void> {
  const { store, clock } = runtime;
  const wanted = apiKeyRef(work.resourceId);
  const key = await store.get(wanted);
  const until = clock() + workingMs;
  let after: string | undefined;
  let areSomeInDoubt = false;
  do {
    const partition = openPayoutsPartition({ organizationId: work.organizationId, apiKeyId: work.resourceId });
    const page = await store.range(OpenPayoutOfKeyEntity, { partition, after, limit: payoutsPerPage });
    const keys = page.items.map(({ organizationId, payoutId }) => ({ organizationId, payoutId }));
    const untouched = (await store.getMany(PayoutEntity, keys)).filter(isUntouched);
    for (let start = 0; start < untouched.length; start += payoutsPerCommit) {
      const some = untouched.slice(start, start + payoutsPerCommit);
      if (await endTogether(runtime, work, some)) areSomeInDoubt = true;
    }
    after = page.examinedTo;
  } while (after !== undefined && clock() < until);
  if (after !== undefined) return void (await endClaim(store, work, rescheduleUpdate(work.claim, clock())));
  // The items of the revocation's commit may become visible one by one, the due row first.
  await endWork(runtime, work, checkUnchanged(wanted, key), areSomeInDoubt ? clock() + inDoubtMs : undefined);
}

/** No counted money has arrived, and none is on its way. */
function isUntouched({ status, funding }: Payout): boolean {
  return status === 'awaiting_funds' && funding?.received === 0n && funding.confirming === undefined;
}

/**
 * Parked transfers are not included in any sum of the payout, so the records of its address are read.
 * @returns whether a restore has left some payouts in doubt
 */
async function endTogether(
  runtime: WorkerRuntime,
  { organizationId, resourceId: apiKeyId }: ClaimedWork,
  payouts: readonly Payout[],
): Promise<boolean> {
  let areSomeInDoubt = false;
  const named = payouts.map(({ payoutId }) => [payoutId, refTo(PayoutEntity, { organizationId, payoutId })] as const);
  await decideAndCommit(runtime, {
    organizationId,
    reads: { ...Object.fromEntries(named), key: apiKeyRef(apiKeyId), restored: restoredTableRef },
    lookUps: payouts.flatMap((payout) => [arrivedRef(payout), ...endUserDayRefs(payout)]),
    decide: ({ organization, key, restored, ...found }, draft) => {
      draft.skipCheck('restored');
      areSomeInDoubt = false;
      if (!isRevoked(key) && !(key && isKeyOfLeaver(organization, key))) return undefined;
      for (const payout of Object.values(found as Readonly<Record<string, Payout | undefined>>)) {
        if (!payout?.funding || !isUntouched(payout)) continue;
        if (isInDoubt(payout, restored)) areSomeInDoubt = true;
        else if (!draft.lookUp(arrivedRef(payout)))
          endAwaiting(draft, { ...payout, funding: payout.funding }, 'failed', {
            failureCode: 'authorization_not_completed',
            fundsReturned: false,
          });
      }
      return draft.isEmpty ? undefined : { reply: { status: 200, body: undefined } };
    },
  });
  return areSomeInDoubt;
}

function isRevoked(key: ApiKey | undefined): boolean {
  return key?.revokedAt !== undefined;
}
