import { isSluiceError, type PayoutBatch } from '../../../src/index.ts';
import { comparedForm } from '../input/compared-form.ts';
import { FaultyFile } from '../input/fault.ts';
import { findRun } from './find-run.ts';
import { idempotencyKeyOf, type PlannedRun } from './plan-runs.ts';
import { compareRun } from './same-lines.ts';
import type { Service } from './service.ts';

export interface Terms {
  readonly autoCommit: boolean;
  readonly allowDuplicates: boolean;
}

/** How often a batch with an unknown outcome is looked up and sent again, always with the same key. */
const rounds = 4;
/** An execution that died in the service holds its idempotency key for 12 seconds. */
const roundMs = 5_000;

/**
 * Submits a batch once, however often it is called: the key follows from the content, and after an answer that says
 * nothing the batch is first looked up by its reference (specification, Create a payout batch).
 * @throws ChangedFile, FaultyFile, SluiceError
 */
export async function submitRun(service: Service, run: PlannedRun, terms: Terms): Promise<PayoutBatch> {
  const { sluice, signal, pause } = service;
  const { autoCommit, allowDuplicates: allowDuplicate } = terms;
  const body = { externalReferenceId: run.reference, items: run.lines.map(({ item }) => item), autoCommit };
  const idempotencyKey = idempotencyKeyOf(body);
  for (let round = 1; ; round += 1) {
    try {
      const batch = await sluice.createPayoutBatch(body, { idempotencyKey, allowDuplicate, signal });
      return ofReference(run.reference, batch);
    } catch (error) {
      if (isSluiceError(error, 'VALIDATION_ERROR')) throw faultsOfLines(run, error.errors);
      const isTaken = isSluiceError(error, 'PAYOUT_BATCH_DUPLICATE_REFERENCE', 'DUPLICATE_REQUEST_DETECTED');
      const isUnknown = isSluiceError(error, 'PAYOUT_OUTCOME_UNKNOWN', 'TIMEOUT', 'NETWORK_ERROR');
      if (!isTaken && !isUnknown) throw error;
      const found = await findRun(service, run.reference);
      if (found) return (await compareRun(service, found, run)).batch;
      if (isTaken || round === rounds) throw error;
      await pause(roundMs);
    }
  }
}

/** @throws Error if the answer is about another batch */
function ofReference(reference: string, batch: PayoutBatch): PayoutBatch {
  if (comparedForm(batch.externalReferenceId) === comparedForm(reference)) return batch;
  throw new Error(`The service was sent ${reference}, but answered with ${batch.externalReferenceId}.`);
}

/** The service counts the lines of a batch from 0; people see the lines of their file. */
function faultsOfLines({ lines }: PlannedRun, errors: readonly { path: string; message: string }[]): FaultyFile {
  return new FaultyFile(
    errors.map(({ path, message }) => {
      const [, index, field] = /^items\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
      const line = index === undefined ? undefined : lines[Number(index)]?.line;
      return line === undefined ? { message: `${path} ${message}` } : { line, message: `${field} ${message}`.trim() };
    }),
  );
}
