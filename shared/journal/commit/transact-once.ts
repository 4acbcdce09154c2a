import { ServiceError } from '../../ground/errors/service-error.ts';
import { TransactionRefused } from '../../ground/table/refusals.ts';
import type { Store } from '../../ground/table/store.ts';
import type { Write } from '../../ground/table/writes.ts';
import { settling } from '../../ground/time/time-left.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { hasTakenEffect, releaseRecord } from '../idempotency/claim.ts';
import { adviceFor } from '../idempotency/subject.ts';
import { auditRef } from '../rows/audit-event.ts';
import type { SettledExecution } from './execution.ts';

/**
 * Sends a transaction. If its answer is lost (the SDK has already repeated it with the same token), the idempotency
 * record is freed, so that the transaction can no longer take effect. The record, or the audit row that the transaction
 * would have written, shows whether it did.
 * @throws TransactionRefused when a condition did not hold, or another transaction was in progress
 * @throws ServiceError PAYOUT_OUTCOME_UNKNOWN when the answer was lost and cannot be read back
 */
export async function transactOnce(
  { ids, store, log }: Pick<Runtime, 'ids' | 'store' | 'log'>,
  writes: readonly Write[],
  execution: SettledExecution,
): Promise<void> {
  try {
    await store.transact(writes, ids.token());
  } catch (error) {
    if (error instanceof TransactionRefused) return explainRefusal(error, execution);
    const { requestId } = execution.audit ?? execution.claim ?? {};
    log.warn('the answer to a commit was lost', { error: error as Error, requestId });
    if (!execution.claim) throw error;
    const tookEffect = await settling(() => settle(store, execution)).catch(() => 'unknown' as const);
    if (tookEffect === true) return;
    if (tookEffect === false) throw error;
    throw outcomeUnknown(adviceFor(execution.claim.subject), error);
  }
}

/** The error of a request whose commit may or may not have taken effect. */
export function outcomeUnknown(advice: string, cause: unknown): ServiceError {
  return new ServiceError('PAYOUT_OUTCOME_UNKNOWN', `the outcome could not be established; ${advice}`, { cause });
}

/** @returns whether the transaction whose answer was lost took effect; if not, it never will */
async function settle(store: Store, execution: SettledExecution): Promise<boolean> {
  const record = execution.claim && (await releaseRecord({ store }, execution.claim));
  return record === 'kept' || isAudited(store, execution);
}

/**
 * A commit with a refusal removes the idempotency record, so only its audit row proves that it took effect. Nothing
 * else has written that row yet.
 */
async function isAudited(store: Store, { audit }: SettledExecution): Promise<boolean> {
  return audit !== undefined && (await store.get(auditRef(audit))) !== undefined;
}

/**
 * The request's audit row is the last write of a commit. If the row already exists, the commit was sent twice and the
 * first one took effect. The claim's write is the first. If that is refused, another execution has taken over, unless
 * this execution completed or bound the record. If any other write is refused, the race was lost.
 */
function explainRefusal(error: TransactionRefused, { claim, audit }: SettledExecution): void {
  if (audit && error.refusals.at(-1)?.code === 'ConditionalCheckFailed') return;
  const refusal = claim && error.refusals[0];
  if (refusal?.code !== 'ConditionalCheckFailed') throw error;
  if (claim && hasTakenEffect(claim, refusal.item)) return;
  throw new ServiceError('IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS', 'another execution of this key has taken over', {
    retryAfterSeconds: 1,
  });
}
