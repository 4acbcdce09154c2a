import type { Runtime } from '../runtime/runtime.ts';
import { TransactionRefused } from '../table/refusals.ts';
import type { Write } from '../table/writes.ts';

const tries = 5;
const pauseMs = 50;

/**
 * Writes all or nothing, and again while another transaction is at one of the items.
 * @returns false when a condition no longer holds: somebody else has settled it
 */
export async function settleTogether(
  { ids, store, sleep }: Pick<Runtime, 'ids' | 'store' | 'sleep'>,
  writes: readonly Write[],
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await store.transact(writes, ids.token());
      return true;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      if (error.refusals.some(({ code }) => code === 'ConditionalCheckFailed')) return false;
      if (!error.lostRace || attempt === tries) throw error;
      await sleep(attempt * pauseMs);
    }
  }
}
