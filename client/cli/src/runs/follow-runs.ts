import { isSluiceError, type PayoutBatch, type SluiceError } from '../../../src/index.ts';
import type { Service } from './service.ts';

/** A batch that is followed. */
export interface FollowedRun {
  readonly batch: PayoutBatch;
  /** Why the batch cannot continue by itself, if the service said so. */
  readonly stopped?: SluiceError | undefined;
}

export interface Following {
  /** Confirms each waiting batch once. */
  readonly confirm: boolean;
  /** Called after each read from the service. */
  readonly onProgress: (runs: readonly PayoutBatch[]) => void;
  /** Called before a batch is confirmed. */
  readonly onConfirm: (batch: PayoutBatch) => void;
}

/**
 * The pause between two reads: half of the rate that the limit permits, so that others who use the key are not blocked.
 */
const readMs = 1_200;

/** Whether the service continues with it by itself. */
export function isMoving({ status }: PayoutBatch): boolean {
  return status === 'received' || status === 'validating' || status === 'creating';
}

/**
 * Follows batches until each has ended, or waits for someone. Reads them in turn.
 * @returns their state at that time, in order
 */
export async function followRuns(
  service: Service,
  batches: readonly PayoutBatch[],
  { confirm, onProgress, onConfirm }: Following,
): Promise<readonly FollowedRun[]> {
  const runs: FollowedRun[] = batches.map((batch) => ({ batch }));
  const confirmed = new Set<string>();
  const wantsConfirm = ({ batch }: FollowedRun) =>
    confirm && batch.status === 'awaiting_confirmation' && !confirmed.has(batch.batchId);
  const show = () => onProgress(runs.map(({ batch }) => batch));
  show();
  for (;;) {
    const open = [...runs.entries()].filter(([, run]) => isMoving(run.batch) || wantsConfirm(run));
    if (open.length === 0) return runs;
    for (const [place, run] of open) {
      if (wantsConfirm(run)) {
        confirmed.add(run.batch.batchId);
        onConfirm(run.batch);
        runs[place] = await confirmRun(service, run.batch);
      } else {
        await service.pause(readMs);
        runs[place] = { batch: await readRun(service, run.batch) };
      }
      show();
    }
  }
}

async function readRun({ sluice, signal }: Service, { batchId }: PayoutBatch): Promise<PayoutBatch> {
  return ofRun(batchId, await sluice.getPayoutBatch({ batchId }, { signal }));
}

/** @throws Error if the answer is about another batch, so that its contents are not reported for this one */
export function ofRun(batchId: string, batch: PayoutBatch): PayoutBatch {
  if (batch.batchId === batchId) return batch;
  throw new Error(`The service was asked for ${batchId}, but answered with ${batch.batchId}.`);
}

/**
 * A confirmation has no key of its own choice: repeating it after an approval expired asks again, and a batch that was
 * already confirmed is refused.
 */
async function confirmRun(service: Service, batch: PayoutBatch): Promise<FollowedRun> {
  const { sluice, signal } = service;
  try {
    return { batch: ofRun(batch.batchId, await sluice.confirmPayoutBatch({ batchId: batch.batchId }, { signal })) };
  } catch (error) {
    const isRefused = isSluiceError(error, 'PAYOUT_BATCH_NOT_CONFIRMABLE', 'PAYOUT_BATCH_AWAITING_APPROVAL');
    const isUnknown = isSluiceError(error, 'PAYOUT_OUTCOME_UNKNOWN', 'TIMEOUT', 'NETWORK_ERROR');
    if (!isRefused && !isUnknown) throw error;
    const now = await readRun(service, batch);
    return now.status === 'awaiting_confirmation' ? { batch: now, stopped: error } : { batch: now };
  }
}
