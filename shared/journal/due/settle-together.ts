import { TransactionRefused } from '../../ground/table/refusals.ts';
import type { Write } from '../../ground/table/writes.ts';
import { fractionOf } from '../../ground/time/jitter.ts';
import type { Runtime } from '../../ports/runtime.ts';

const tries = 8;
const pauseMs = 50;

/**
 * Writes all or nothing, and again while another transaction is at one of the items: after pauses that grow and that differ,
 * so that those who met do not meet again.
 * @returns false when a condition no longer holds: somebody else has settled it
 */
export async function settleTogether(
  { ids, store, sleep }: Pick<Runtime, 'ids' | 'store' | 'sleep'>,
  writes: readonly Write[],
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    const token = ids.token();
    try {
      await store.transact(writes, token);
      return true;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      if (error.refusals.some(({ code }) => code === 'ConditionalCheckFailed')) return false;
      if (!error.lostRace || attempt === tries) throw error;
      await sleep(Math.ceil(attempt * pauseMs * (0.5 + fractionOf(token))));
    }
  }
}
