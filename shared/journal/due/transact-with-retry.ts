import { TransactionRefused } from '../../ground/table/refusals.ts';
import { lostRace, retryLostRace } from '../../ground/table/retry-lost-race.ts';
import type { Write } from '../../ground/table/writes.ts';
import { jitterFraction } from '../../ground/time/jitter.ts';
import type { Runtime } from '../../ports/runtime.ts';

const attempts = 8;
const pauseMs = 50;

/**
 * Writes all or nothing, and retries while another transaction writes one of the items. The pauses grow and are random,
 * so that the same writers do not collide again.
 * @returns false when a condition no longer holds, because another process came first
 */
export async function transactWithRetry(
  { ids, store, sleep }: Pick<Runtime, 'ids' | 'store' | 'sleep'>,
  writes: readonly Write[],
): Promise<boolean> {
  try {
    await retryLostRace(() => store.transact(writes, ids.token()), {
      attempts,
      pause: (attempt) => sleep(Math.ceil(attempt * pauseMs * (0.5 + jitterFraction(ids.token())))),
      isLost: (error) => lostRace(error) && !isSettled(error),
    });
    return true;
  } catch (error) {
    if (isSettled(error)) return false;
    throw error;
  }
}

function isSettled(error: unknown): boolean {
  return error instanceof TransactionRefused && error.refusals.some(({ code }) => code === 'ConditionalCheckFailed');
}
