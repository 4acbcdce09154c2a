import { type TableCall, writesOf } from '../../../../../local/table/call.ts';
import { PayoutEntity } from '../../../../../shared/payouts/payout/payout.ts';
import type { Intercept } from '../../store/intercept.ts';

/** The head and the run: what every commit of a creation has beside its lines. */
const itemsOfRun = 2;

/** Counts the transactions that made payouts, and their items, for the worker of runs. */
export class CreationCounter {
  transactions = 0;
  /** Beside the head and the run. */
  items = 0;

  readonly intercept: Intercept = async (call, send) => {
    const answer = await send();
    const writes = writesOf(call as TableCall);
    if (!writes.some(({ input }) => input.Item?._et === PayoutEntity.entityName)) return answer;
    this.transactions += 1;
    this.items += writes.length - itemsOfRun;
    return answer;
  };
}
