import { responsiblePersonsOf } from '../../access/api-keys/responsible-persons.ts';
import { nameVoters } from '../../access/voters/name-voters.ts';
import { approvalRef } from '../../approvals/approval.ts';
import { isAltered } from '../../approvals/content.ts';
import { membersIn } from '../../approvals/count-votes.ts';
import { endApproval } from '../../approvals/end-approval.ts';
import { type Initiator, initiatorOf } from '../../approvals/initiator.ts';
import { isOpen } from '../../approvals/open-approvals.ts';
import { recount } from '../../approvals/recount.ts';
import { requestApproval } from '../../approvals/request-approval.ts';
import type { Caller } from '../../contract/caller.ts';
import { reply } from '../../contract/reply.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { refuseUnknown } from '../../ground/table/known-values.ts';
import { replace } from '../../ground/table/writes.ts';
import { apiKeyRef } from '../../identity/api-key.ts';
import type { Organization } from '../../identity/organization.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import { scheduleWork } from '../../journal/due/due-work.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Batch, BatchEntity, batchRef, batchWork } from './batch/batch.ts';
import { findBatch, foundBatch } from './batch/find-batch.ts';
import { type BatchBody, presentBatch } from './batch/present-batch.ts';
import { needsBatchApproval, requireMassPayouts } from './batch/require-mass-payouts.ts';
import { isRevoked, responsibleKeyRefs } from './batch/responsible-keys.ts';
import { approvalContent } from './batch-approval.ts';
import { largestDebitOf } from './largest-debit.ts';
import { beginCreation } from './work/validate-lines.ts';

/**
 * The most that a batch may debit, with the version of the batch for which it was computed; or why it cannot be
 * computed.
 */
type Bound = { readonly largestDebit: bigint; readonly version: number } | { readonly failure: unknown };

interface Confirming {
  readonly initiator: Initiator;
  readonly approvalId: string;
  readonly bound: Bound | undefined;
  readonly isUnanswered: boolean;
}

type Answer = { status: 200 | 202; body: BatchBody };

/**
 * Confirms a batch: its valid lines become payouts, or, if the policy has a threshold, one approval of the whole batch
 * is requested (specification, Confirm a payout batch).
 * @throws ServiceError BATCH_NOT_FOUND, PAYOUT_BATCH_NOT_CONFIRMABLE, PAYOUT_BATCH_AWAITING_APPROVAL,
 *   MASS_PAYOUTS_DISABLED, BAD_REQUEST (too few voters, a corridor is no longer served), PROVIDER_REJECTED, CONFLICT
 */
export async function confirmPayoutBatch(
  runtime: Runtime<'prices'>,
  { organization, caller }: { readonly organization: Organization; readonly caller: Caller },
  batchId: string,
  execution: Execution,
) {
  requireMassPayouts(organization);
  const { organizationId } = organization;
  await nameVoters(runtime, organization);
  const known = await findBatch(runtime.store, organizationId, batchId);
  const initiator = await initiatorOfBatch(runtime, known, caller);
  const confirmedBy = initiator.shown;
  const keys = responsibleKeyRefs({ ...known, confirmedBy });
  const approvalId = runtime.ids.next('apr', runtime.clock());
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { ...keys, batch: batchRef(organizationId, batchId) },
      ask: (found) => askBound(runtime, found.organization, foundBatch(found.batch as Batch | undefined)),
      decide: (found, draft, bound) => {
        draft.skipCheck(...Object.keys(keys));
        const batch = foundBatch(found.batch as Batch | undefined);
        refuseUnknown(BatchEntity, batch);
        const isUnanswered = isRevoked({ ...batch, confirmedBy }, found.organization, found, draft.now);
        const confirming = { initiator, approvalId, bound, isUnanswered };
        return decideConfirm(draft, found.organization, batch, confirming);
      },
    },
    execution,
  );
  return replyOf(outcome);
}

/** Asks for prices if people will have to approve the batch. */
async function askBound(
  runtime: Runtime<'prices'>,
  organization: Organization,
  batch: Batch,
): Promise<Bound | undefined> {
  if (batch.status !== 'awaiting_confirmation' || !needsBatchApproval(organization)) return undefined;
  try {
    return { largestDebit: await largestDebitOf(runtime, organization, batch), version: batch.version };
  } catch (failure) {
    // If an approval is already open, its price is not needed.
    return { failure };
  }
}

function decideConfirm(
  draft: JournalDraft,
  organization: Organization,
  batch: Batch,
  confirming: Confirming,
): Outcome<Answer> {
  refuseSuspended(organization);
  requireMassPayouts(organization);
  if (batch.status !== 'awaiting_confirmation') throw notConfirmable(`the batch is ${batch.status}`);
  if (confirming.isUnanswered) throw notConfirmable('its API key was revoked; a member has to confirm it');
  if (isAwaitingApproval(draft, organization, batch))
    return { reply: reply(202, presentBatch(batch)), resourceId: batch.batchId };
  if (needsBatchApproval(organization)) return askApproval(draft, organization, batch, confirming);
  const creating = { ...beginCreation(batch), confirmedBy: confirming.initiator.shown };
  draft.write(scheduleWork(batchWork(batch), draft.now));
  return confirmed(draft, creating, 200);
}

/**
 * Whether the batch waits for votes. An approval that nobody can decide any more is ended here, if its due work has not
 * ended it yet.
 * @throws ServiceError PAYOUT_BATCH_AWAITING_APPROVAL if the approvers rejected the batch
 */
function isAwaitingApproval(draft: JournalDraft, organization: Organization, { approvalId }: Batch): boolean {
  if (approvalId === undefined) return false;
  const approval = draft.lookUp(approvalRef(organization.organizationId, approvalId));
  if (approval?.status === 'rejected') {
    throw new ServiceError('PAYOUT_BATCH_AWAITING_APPROVAL', `the approvers rejected the batch: ${approvalId}`, {
      extras: { approvalId },
    });
  }
  if (!approval || !isOpen(approval)) return false;
  const recounted = recount(approval, organization, membersIn(draft), draft.now);
  if (recounted?.status !== 'failed' || isAltered(approval)) return true;
  endApproval(draft, approval, 'failed', { failureReason: recounted.failureReason });
  return false;
}

function askApproval(
  draft: JournalDraft,
  organization: Organization,
  batch: Batch,
  { initiator, approvalId, bound }: Confirming,
): Outcome<Answer> {
  if (bound && 'failure' in bound) throw bound.failure;
  if (bound?.version !== batch.version) throw new ServiceError('CONFLICT', 'it changed meanwhile; confirm again');
  const { batchId } = batch;
  const content = approvalContent(batch, bound.largestDebit, organization.settlementCurrency);
  requestApproval(draft, organization, { approvalId, kind: 'batch', batchId, initiator, content });
  return confirmed(draft, { ...batch, approvalId, confirmedBy: initiator.shown }, 202);
}

function confirmed(draft: JournalDraft, batch: Batch, status: 200 | 202): Outcome<Answer> {
  const next: Batch = { ...batch, updatedAt: draft.timestamp };
  draft.write(replace(BatchEntity, next));
  return { reply: reply(status, presentBatch(next)), resourceId: batch.batchId };
}

function notConfirmable(why: string): ServiceError {
  return new ServiceError('PAYOUT_BATCH_NOT_CONFIRMABLE', why);
}

/**
 * The person who confirms requests the approval. The people responsible for the key that created the batch cannot vote
 * either.
 */
async function initiatorOfBatch({ store }: Runtime, { createdBy }: Batch, caller: Caller): Promise<Initiator> {
  const initiator = await initiatorOf(store, caller);
  const key = createdBy.apiKeyId === undefined ? undefined : await store.get(apiKeyRef(createdBy.apiKeyId));
  if (!key) return initiator;
  const creators = await responsiblePersonsOf(store, key);
  return {
    shown: initiator.shown,
    persons: [...new Set([...initiator.persons, ...creators.persons])],
    inviters: [...new Set([...initiator.inviters, ...creators.inviters])],
  };
}
