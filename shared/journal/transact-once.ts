import { ServiceError } from '../errors/service-error.ts';
import { type Claim, releaseKey } from '../idempotency/claim.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { TransactionRefused } from '../table/refusals.ts';
import type { Write } from '../table/writes.ts';

/**
 * Sends a transaction. When its answer is lost (the SDK has already repeated it with the same token), the idempotency
 * record settles it: completed means that it took effect; freed means that it never can.
 * @throws TransactionRefused when a condition did not hold, or another transaction was under way
 * @throws ServiceError PAYOUT_OUTCOME_UNKNOWN when the answer was lost and cannot be read back
 */
export async function transactOnce(
  { ids, store, log }: Pick<Runtime, 'ids' | 'store' | 'log'>,
  writes: readonly Write[],
  claim: Claim | undefined,
): Promise<void> {
  try {
    await store.transact(writes, ids.token());
  } catch (error) {
    if (error instanceof TransactionRefused) return explainRefusal(error, claim);
    log.warn('the answer to a commit was lost', error as Error);
    if (!claim) throw error;
    const settled = await releaseKey({ store }, claim).catch(() => 'unknown' as const);
    if (settled === 'completed') return;
    if (settled === 'released') throw error;
    throw new ServiceError(
      'PAYOUT_OUTCOME_UNKNOWN',
      'the outcome could not be established; replay the same idempotency key or look the payout up by its reference',
      { cause: error },
    );
  }
}

/**
 * The claim's write stands first in a commit. Its refusal means that the execution was taken over, or that the first send
 * of a repeated one took effect after all; the refusal of any other write is a lost race.
 */
function explainRefusal(error: TransactionRefused, claim: Claim | undefined): void {
  const refusal = claim && error.refusals[0];
  if (refusal?.code !== 'ConditionalCheckFailed') throw error;
  if (refusal.item?.owner === claim?.owner && refusal.item?.state === 'completed') return;
  throw new ServiceError('IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS', 'another execution of this key has taken over', {
    retryAfterSeconds: 1,
  });
}
