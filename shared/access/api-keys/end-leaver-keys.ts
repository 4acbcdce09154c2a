import { refTo } from '../../ground/table/expressions.ts';
import { checkUnchanged } from '../../ground/table/writes.ts';
import { apiKeyRef } from '../../identity/api-key.ts';
import { isKeyOfLeaver, isLeaver, withoutLeaver } from '../../identity/leavers.ts';
import { type Organization, OrganizationEntity } from '../../identity/organization.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { ClaimedWork } from '../../journal/due/claim-work.ts';
import { rescheduleUpdate } from '../../journal/due/due-work.ts';
import { endClaim } from '../../journal/due/end-claim.ts';
import { endWork } from '../../journal/due/end-work.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import { endKeys, keysPerCommit } from './end-keys.ts';
import { type KeyFacts, type KeyRing, keyRingRef, rowsOfKeys } from './key-ring.ts';
import { keysOfPerson, readKeysOfPerson } from './person-keys.ts';

/**
 * Stays well within the worker's timeout and the lease of its claim. If keys are left, the work is due again at once.
 */
const workingMs = 8_000;

/**
 * Ends the keys of a removed member in commits of bounded size. When all have ended, the member is removed from the
 * organization's list of leavers.
 */
export async function endLeaverKeys(runtime: WorkerRuntime, work: ClaimedWork, userId: string): Promise<void> {
  const { organizationId } = work;
  const until = runtime.clock() + workingMs;
  const wanted = refTo(OrganizationEntity, { organizationId });
  const organization = await runtime.store.get(wanted);
  // The items of the removal become visible one by one, so the due row may be visible before the changed organization.
  if (!organization || !isLeaver(organization, userId))
    return endWork(runtime, work, checkUnchanged(wanted, organization));
  let isDone = false;
  while (!isDone && runtime.clock() < until) isDone = await endSome(runtime, organizationId, userId);
  await endClaim(runtime.store, work, isDone ? undefined : rescheduleUpdate(work.claim, runtime.clock()));
}

/** @returns whether no keys are left */
async function endSome(runtime: WorkerRuntime, organizationId: string, userId: string): Promise<boolean> {
  const { facts, ids } = await readKeysOfPerson(runtime.store, organizationId, userId);
  const outcome = await decideAndCommit(runtime, {
    organizationId,
    reads: { ring: keyRingRef(organizationId) },
    lookUps: ids.slice(0, keysPerCommit).map(apiKeyRef),
    decide: (found, draft) => decideEnd({ ...found, facts }, userId, draft),
  });
  return !outcome || replyOf(outcome).body.isLast;
}

interface Found {
  readonly organization: Organization;
  readonly ring: KeyRing | undefined;
  readonly facts: KeyFacts;
}

/** A ring lists the oldest keys first. Keys that the person issued after rejoining come last and are kept. */
function decideEnd({ organization, ring, facts }: Found, userId: string, draft: JournalDraft) {
  if (!isLeaver(organization, userId)) return undefined;
  const next = keysOfPerson(draft, ring, facts, userId).slice(0, keysPerCommit);
  const keys = rowsOfKeys(draft, next).filter((key) => isKeyOfLeaver(organization, key));
  const isLast = keys.length < keysPerCommit;
  const ended = endKeys(draft, organization, ring, { keys });
  draft.changeOrganization(isLast ? withoutLeaver(ended, userId) : ended);
  return { reply: { status: 200, body: { isLast } } };
}
