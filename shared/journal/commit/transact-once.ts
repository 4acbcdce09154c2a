import { ServiceError } from '../../ground/errors/service-error.ts';
import { TransactionRefused } from '../../ground/table/refusals.ts';
import type { Store } from '../../ground/table/store.ts';
import type { Write } from '../../ground/table/writes.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { releaseRecord } from '../idempotency/claim.ts';
import { auditRead } from '../rows/audit-event.ts';
import type { SettledExecution } from './execution.ts';

/**
 * Sends a transaction. When its answer is lost (the SDK has already repeated it with the same token), it is settled by
 * freeing the idempotency record, after which it can take effect no more, and by what it would have left.
 * @throws TransactionRefused when a condition did not hold, or another transaction was under way
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
    log.warn('the answer to a commit was lost', error as Error);
    if (!execution.claim) throw error;
    const tookEffect = await settle(store, execution).catch(() => 'unknown' as const);
    if (tookEffect === true) return;
    if (tookEffect === false) throw error;
    throw new ServiceError(
      'PAYOUT_OUTCOME_UNKNOWN',
      'the outcome could not be established; replay the same idempotency key or look the payout up by its reference',
      { cause: error },
    );
  }
}

/** @returns whether a transaction took effect whose answer was lost; if not, it never will */
async function settle(store: Store, execution: SettledExecution): Promise<boolean> {
  const record = execution.claim && (await releaseRecord({ store }, execution.claim));
  return record === 'completed' || isAudited(store, execution);
}

/** A commit that refuses frees the key itself: of it only the audit row tells, which nobody else has written yet. */
async function isAudited(store: Store, { audit }: SettledExecution): Promise<boolean> {
  return audit !== undefined && (await store.get(auditRead(audit))) !== undefined;
}

/**
 * The request's audit row stands last in a commit: where it is there already, the first send of a repeated one took effect
 * after all. The claim's write stands first: its refusal means that the execution was taken over. The refusal of any other
 * write is a lost race.
 */
function explainRefusal(error: TransactionRefused, { claim, audit }: SettledExecution): void {
  if (audit && error.refusals.at(-1)?.code === 'ConditionalCheckFailed') return;
  const refusal = claim && error.refusals[0];
  if (refusal?.code !== 'ConditionalCheckFailed') throw error;
  if (refusal.item?.owner === claim?.owner && refusal.item?.state === 'completed') return;
  throw new ServiceError('IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS', 'another execution of this key has taken over', {
    retryAfterSeconds: 1,
  });
}
