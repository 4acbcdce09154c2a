import { shownInitiator } from '../../approvals/initiator.ts';
import type { Caller } from '../../contract/caller.ts';
import { reply } from '../../contract/reply.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { create } from '../../ground/table/writes.ts';
import type { Organization } from '../../identity/organization.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { claimOf, type Execution } from '../../journal/commit/execution.ts';
import { scheduleWork } from '../../journal/due/due-work.ts';
import type { Runtime } from '../../ports/runtime.ts';
import {
  type Batch,
  BatchEntity,
  BatchReferenceEntity,
  batchReferenceRefs,
  batchReferenceRows,
  batchWork,
} from './batch/batch.ts';
import type { BatchRequest } from './batch/batch-request.ts';
import { presentBatch } from './batch/present-batch.ts';
import { requireMassPayouts } from './batch/require-mass-payouts.ts';
import { hashLines, storeLines } from './batch/stored-lines.ts';

/**
 * Stores a batch and answers at once; nothing is validated yet (specification, Create a payout batch). The lines are
 * stored first and the batch last. Lines whose batch was never stored expire.
 * @throws ServiceError MASS_PAYOUTS_DISABLED, PAYOUT_BATCH_DUPLICATE_REFERENCE, ACCOUNT_BLOCKED
 */
export async function createPayoutBatch(
  runtime: Runtime,
  { organization, caller }: { readonly organization: Organization; readonly caller: Caller },
  request: BatchRequest,
  execution: Execution,
) {
  requireMassPayouts(organization);
  const { organizationId } = organization;
  const references = batchReferenceRefs(organizationId, request.externalReferenceId);
  // A replay, or a batch whose reference is taken, stores nothing.
  const [found] = await Promise.all([Promise.all(references.map((one) => runtime.store.get(one))), claimOf(execution)]);
  const now = runtime.clock();
  const batchId = runtime.ids.next('pb', now);
  if (!found.some(Boolean)) await storeLines(runtime.store, { organizationId, batchId }, request.items, now);
  const allowDuplicates = execution.guard?.allowDuplicate ?? false;
  const linesHash = hashLines(request.items);
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: {},
      lookUps: references,
      decide: ({ organization: current }, draft) => {
        refuseSuspended(current);
        requireMassPayouts(current);
        const [taken] = references.flatMap((reference) => draft.lookUp(reference) ?? []);
        if (taken) throw duplicateReference(taken.batchId);
        const batch = receivedBatch(draft, { batchId, request, caller, allowDuplicates, linesHash });
        draft.write(
          create(BatchEntity, batch),
          ...batchReferenceRows(batch).map((row) => create(BatchReferenceEntity, row)),
          scheduleWork(batchWork(batch), draft.now),
        );
        return { reply: reply(202, presentBatch(batch)), resourceId: batchId };
      },
    },
    execution,
  );
  return replyOf(outcome);
}

interface Received {
  readonly batchId: string;
  readonly request: BatchRequest;
  readonly caller: Caller;
  readonly allowDuplicates: boolean;
  readonly linesHash: string;
}

function receivedBatch(draft: JournalDraft, received: Received): Batch {
  const { batchId, request, caller, allowDuplicates, linesHash } = received;
  const { externalReferenceId, autoCommit, items } = request;
  return {
    organizationId: draft.head.organizationId,
    batchId,
    version: 1,
    status: 'received',
    externalReferenceId,
    autoCommit,
    allowDuplicates,
    itemCount: items.length,
    linesHash,
    position: 0,
    counts: { pending: items.length, valid: 0, invalid: 0, created: 0, create_failed: 0 },
    requested: [],
    createdBy: shownInitiator(caller),
    livemode: draft.livemode,
    createdAt: draft.timestamp,
    updatedAt: draft.timestamp,
  };
}

function duplicateReference(originalBatchId: string): ServiceError {
  const detail = 'another batch has this externalReferenceId; nothing was submitted';
  return new ServiceError('PAYOUT_BATCH_DUPLICATE_REFERENCE', detail, { extras: { originalBatchId } });
}
