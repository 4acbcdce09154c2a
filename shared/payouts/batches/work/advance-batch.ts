import { refTo } from '../../../ground/table/expressions.ts';
import { refuseUnknown } from '../../../ground/table/known-values.ts';
import { checkUnchanged } from '../../../ground/table/writes.ts';
import { timeLeftMs } from '../../../ground/time/time-left.ts';
import { OrganizationEntity } from '../../../identity/organization.ts';
import type { ClaimedWork } from '../../../journal/due/claim-work.ts';
import { keepClaimUpdate, rescheduleUpdate } from '../../../journal/due/due-work.ts';
import { endClaim } from '../../../journal/due/end-claim.ts';
import { endFailedWork } from '../../../journal/due/end-failed-work.ts';
import { endWork } from '../../../journal/due/end-work.ts';
import { failureDetails, parkWork } from '../../../journal/due/postpone-or-park.ts';
import { withClaim } from '../../../journal/due/with-claim.ts';
import type { Hint } from '../../../ports/hint-queue.ts';
import type { WorkerRuntime } from '../../../ports/runtime.ts';
import { type Batch, BatchEntity, batchRef } from '../batch/batch.ts';
import { LinesDiffer, readLines } from '../batch/stored-lines.ts';
import { type CreatingRuntime, type Creation, createNext } from './create-lines.ts';
import { LinePrices } from './line-prices.ts';
import { findTwins } from './twins.ts';
import { ValidItems } from './valid-items.ts';
import { type LinesOfBatch, validateNext } from './validate-lines.ts';
import { validationPauseMs } from './validation-pace.ts';
import { waitsTooLong } from './waits-for-release.ts';

/** How long one call of the worker continues with a batch: well within its lease. The next call does the rest. */
const workMs = 13_000;
/** Reserved for the commit that is in progress when the time is up. */
const commitMs = 3_000;
const [shortestPauseMs, longestPauseMs] = [5_000, 5 * 60_000];

/**
 * Continues with a batch that is being validated or created, commit by commit, until it waits for a person, is
 * completed, or the time is up. Every commit depends on the batch as it was read, so that a worker that has lost its
 * claim changes nothing.
 */
export async function advanceBatch(runtime: CreatingRuntime, hint: Hint): Promise<void> {
  const progress = { hasCommitted: false };
  await withClaim(
    runtime,
    hint,
    (work) => advanceClaimed(runtime, work, progress),
    (_runtime, work, error) => {
      const failed = progress.hasCommitted ? { ...work, attempts: 1 } : work;
      return (error instanceof LinesDiffer ? parkWork : endFailedWork)(runtime, failed, error);
    },
  );
}

/** Progress resets the attempts, so that a batch always comes to an end. */
async function advanceClaimed(
  runtime: CreatingRuntime,
  work: ClaimedWork,
  progress: { hasCommitted: boolean },
): Promise<void> {
  const { organizationId, resourceId: batchId } = work;
  const batch = await runtime.store.get(batchRef(organizationId, batchId));
  refuseUnknown(BatchEntity, batch);
  let commit = batch && (await commitsOf(runtime, batch));
  if (!batch || !commit) {
    return endWork(runtime, work, checkUnchanged(batchRef(organizationId, batchId), batch));
  }
  const endsAt = runtime.clock() + workMs;
  for (let current: Batch = batch; ; ) {
    const step = await commit(current);
    // The batch has ended or waits, and that commit removed its due row; or someone else has changed the batch.
    if (step === 'ended') return;
    if (step === 'changed') return again(runtime, work, 0);
    if (step.pauseMs !== undefined) {
      reportWaiting(runtime, work, step.batch);
      return again(runtime, work, step.pauseMs);
    }
    if (step.batch.status !== current.status) commit = (await commitsOf(runtime, step.batch)) ?? commit;
    current = step.batch;
    if (runtime.clock() >= endsAt || timeLeftMs() < commitMs) return again(runtime, work, 0);
    if (!progress.hasCommitted && !(await endClaim(runtime.store, work, keepClaimUpdate(work.claim)))) return;
    progress.hasCommitted = true;
  }
}

type Step = { readonly batch: Batch; readonly pauseMs?: number } | 'ended' | 'changed';

/** The function that commits the next part of a batch; undefined if there is nothing to do. */
async function commitsOf(
  runtime: CreatingRuntime,
  batch: Batch,
): Promise<((batch: Batch) => Promise<Step>) | undefined> {
  if (batch.status === 'received' || batch.status === 'validating') {
    const lines = await readLines(runtime.store, batch);
    const run: LinesOfBatch = { lines, twins: findTwins(lines) };
    return async (current) => {
      const next = await validateNext(runtime, current, run);
      if (!next) return 'changed';
      if (next.status === 'awaiting_confirmation') return 'ended';
      if (next.status === 'validating')
        await runtime.sleep(validationPauseMs(lines.slice(current.position, next.position)));
      return { batch: next };
    };
  }
  if (batch.status !== 'creating') return undefined;
  const organization = await runtime.store.get(refTo(OrganizationEntity, { organizationId: batch.organizationId }));
  if (!organization) throw new Error(`organization ${batch.organizationId} has no journal`);
  const creation: Creation = { organization, items: new ValidItems(runtime.store, batch), prices: new LinePrices() };
  return async (current) => {
    const created = await createNext(runtime, current, creation);
    if (!created) return 'changed';
    if (created.batch.status === 'completed') return 'ended';
    return {
      batch: created.batch,
      ...(created.waitsToGoOn && { pauseMs: pauseOf(created.batch, runtime.clock()) }),
    };
  };
}

/** The pause before skipped lines are tried again. It grows with the time that they have waited. */
function pauseOf({ unpricedSince, unknownSince }: Batch, now: number): number {
  const since = Math.min(unpricedSince ?? now, unknownSince ?? now);
  return Math.min(longestPauseMs, Math.max(shortestPauseMs, now - since));
}

/** An alarm counts these lines, as it does for other work that a later release has to do. */
function reportWaiting({ log, clock }: WorkerRuntime, work: ClaimedWork, batch: Batch): void {
  if (!waitsTooLong(batch, clock())) return;
  const error = new Error('lines of the batch wait for what only a later release knows');
  log.error('due work keeps failing', failureDetails(work, error));
}

async function again(runtime: CreatingRuntime, work: ClaimedWork, pauseMs: number): Promise<void> {
  await endClaim(runtime.store, work, rescheduleUpdate(work.claim, runtime.clock() + pauseMs));
}
