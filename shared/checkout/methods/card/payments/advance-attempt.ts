import { refTo } from '../../../../ground/table/expressions.ts';
import { refuseUnknown } from '../../../../ground/table/known-values.ts';
import { checkUnchanged } from '../../../../ground/table/writes.ts';
import { OrganizationEntity } from '../../../../identity/organization.ts';
import type { ClaimedWork } from '../../../../journal/due/claim-work.ts';
import { rescheduleUpdate } from '../../../../journal/due/due-work.ts';
import { endClaim } from '../../../../journal/due/end-claim.ts';
import { endWork } from '../../../../journal/due/end-work.ts';
import { withClaim } from '../../../../journal/due/with-claim.ts';
import type { Hint } from '../../../../ports/hint-queue.ts';
import type { WorkerRuntime } from '../../../../ports/runtime.ts';
import { type Attempt, AttemptEntity, attemptRef } from '../../../attempts/attempt.ts';
import { whyEnded } from '../../../attempts/why-not-payable.ts';
import { linkRef } from '../../../links/link.ts';
import { endAcquirerWork } from '../../../payments/ask-acquirer.ts';
import { lookAgainMs } from './session-intent.ts';
import { giveUp, settleAttempt } from './settle-attempt.ts';

/**
 * Finds out the outcome of an attempt, in case its buyer never returns. Closes the card page once the link accepts no
 * more payments or the attempt's time is over. If the acquirer has not said by then whether there is a card page, the
 * attempt is given up.
 */
export async function advanceAttempt(runtime: WorkerRuntime<'cards'>, hint: Hint): Promise<void> {
  await withClaim(runtime, hint, (work) => advanceClaimed(runtime, work), endAcquirerWork);
}

async function advanceClaimed(runtime: WorkerRuntime<'cards'>, work: ClaimedWork): Promise<void> {
  const wanted = attemptRef(work.organizationId, work.resourceId);
  const attempt = await runtime.store.get(wanted);
  refuseUnknown(AttemptEntity, attempt);
  if (attempt?.status === 'opening') return advanceOpening(runtime, work, attempt);
  if (attempt?.status !== 'open') return endWork(runtime, work, checkUnchanged(wanted, attempt));
  const how = (await isOver(runtime, attempt)) ? 'close' : 'read';
  const { status } = await settleAttempt(runtime, attempt, how);
  // Ending the attempt has already removed the work.
  if (status !== 'open') return;
  const dueAt = Math.min(runtime.clock() + lookAgainMs, Math.max(attempt.expiresAt, runtime.clock() + 1));
  await endClaim(runtime.store, work, rescheduleUpdate(work.claim, dueAt));
}

/** The work is later moved or removed when the attempt's intent is settled or the attempt is given up. */
async function advanceOpening(runtime: WorkerRuntime<'cards'>, work: ClaimedWork, attempt: Attempt): Promise<void> {
  if (attempt.expiresAt <= runtime.clock()) return giveUp(runtime, attempt);
  await endClaim(runtime.store, work, rescheduleUpdate(work.claim, attempt.expiresAt));
}

async function isOver({ store, clock }: WorkerRuntime, attempt: Attempt): Promise<boolean> {
  const { organizationId, linkId, expiresAt, givenUp } = attempt;
  if (givenUp || expiresAt <= clock()) return true;
  const { link, organization } = await store.getAll({
    link: linkRef(organizationId, linkId),
    organization: refTo(OrganizationEntity, { organizationId }),
  });
  return !link || !organization || whyEnded(link, organization, clock()) !== undefined;
}
