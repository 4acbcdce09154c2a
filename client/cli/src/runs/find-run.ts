import { isSluiceError, type PayoutBatch } from '../../../src/index.ts';
import { comparedForm } from '../input/compared-form.ts';
import { UsageError } from '../input/fault.ts';
import { ofRun } from './follow-runs.ts';
import { partOf } from './plan-runs.ts';
import type { Service } from './service.ts';

/**
 * The batch that has a reference, or one that is considered the same: a file name may be composed differently on
 * another machine. The answer is strongly consistent, so a batch that is not found was not submitted.
 */
export async function findRun({ sluice, signal }: Service, reference: string): Promise<PayoutBatch | undefined> {
  const { data } = await sluice.listPayoutBatches({ externalReferenceId: reference }, { signal });
  const form = comparedForm(reference);
  return (
    data.find(({ externalReferenceId }) => externalReferenceId === reference) ??
    data.find(({ externalReferenceId }) => comparedForm(externalReferenceId) === form)
  );
}

/**
 * The batches with a reference, or the batch with an id: `NAME`, or otherwise `NAME/1` and all that follow.
 * @throws UsageError if there is none
 */
export async function findRuns(service: Service, name: string): Promise<readonly PayoutBatch[]> {
  const one = (await runOfId(service, name)) ?? (await findRun(service, name));
  if (one) return [one];
  const parts: PayoutBatch[] = [];
  for (;;) {
    const part = await findRun(service, partOf(name, parts.length + 1));
    if (!part) break;
    parts.push(part);
  }
  if (parts.length === 0) throw new UsageError(`No batch has the reference or id ${name}.`);
  return parts;
}

async function runOfId({ sluice, signal }: Service, name: string): Promise<PayoutBatch | undefined> {
  if (!/^pb_[A-Za-z0-9]+$/.test(name)) return undefined;
  try {
    return ofRun(name, await sluice.getPayoutBatch({ batchId: name }, { signal }));
  } catch (error) {
    if (isSluiceError(error, 'BATCH_NOT_FOUND')) return undefined;
    throw error;
  }
}
