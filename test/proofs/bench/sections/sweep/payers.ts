import type { Dice } from '../../../simulation/engine/dice.ts';
import { type Customer, payoutRequest } from '../../service/customer.ts';
import type { Fleet } from '../../service/fleet.ts';
import { send } from '../../service/request.ts';
import type { VirtualTime } from '../../service/virtual-time.ts';
import { percentile, round } from '../../statistics.ts';

/** New payouts, one a second in each organization. */
export interface Paying {
  readonly payouts: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly errors: number;
}

interface Parts {
  readonly time: VirtualTime;
  readonly dice: Dice;
  readonly fleet: Fleet;
  readonly customers: readonly Customer[];
}

const everyMs = 1000;

/** Makes new payouts beside other work until that is over, and times their answers. */
export async function payBeside(parts: Parts, work: Promise<unknown>): Promise<Paying> {
  const { time, dice, fleet, customers } = parts;
  let isOver = false;
  const end = work.finally(() => {
    isOver = true;
  });
  const elapsed: number[] = [];
  let errors = 0;
  const pay = async (customer: Customer) => {
    const process = fleet.startProcess();
    await time.sleep(dice.next() * everyMs);
    while (!isOver) {
      const { status, elapsedMs } = await send(process, customer, payoutRequest(customer));
      if (status === 200) elapsed.push(elapsedMs);
      else errors += 1;
      await time.sleep(everyMs - elapsedMs);
    }
  };
  await Promise.all([end, ...customers.map(pay)]);
  return {
    payouts: elapsed.length,
    p50Ms: round(percentile(elapsed, 0.5), 1),
    p99Ms: round(percentile(elapsed, 0.99), 1),
    errors,
  };
}
