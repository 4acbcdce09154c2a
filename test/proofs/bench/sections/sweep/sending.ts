import type { Change } from '../../../../../local/table/embedded-table.ts';
import { PayoutEntity } from '../../../../../shared/payouts/payout/payout.ts';
import type { Hint, HintQueue } from '../../../../../shared/ports/hint-queue.ts';
import { createCustomers, payoutRequest } from '../../service/customer.ts';
import { startModelledService } from '../../service/modelled-service.ts';
import { ModelledTable } from '../../service/modelled-table.ts';
import { succeed } from '../../service/request.ts';
import { startAdvancing } from '../../service/settlement.ts';
import { round } from '../../statistics.ts';
import { isUnsettled } from '../settlement-lag.ts';
import { type Paying, payBeside } from './payers.ts';

/** Payouts that wait to be sent, enough to see how many are sent a second. */
export interface Backlog {
  readonly payouts: number;
  readonly organizations: number;
}

export interface SendingFigures {
  readonly payouts: number;
  /** Sent to the rail and settled, all at once by as many workers as are declared. */
  readonly perSecond: number;
  /** New payouts meanwhile. */
  readonly beside: Paying;
  /** Payouts of the backlog that were not settled. */
  readonly unsettled: number;
}

const seed = 1;
/** Six timeouts of the worker, as the queue has it. */
const visibilitySeconds = 120;
const patienceMs = 30 * 60 * 1000;
const pollMs = 100;

/** Plays the workers on a backlog of real payouts, on the modelled store in virtual time. */
export async function playSending({ payouts: wanted, organizations }: Backlog): Promise<SendingFigures> {
  const model = new ModelledTable(seed);
  const { time, dice } = model;
  const timeless = await model.startTimeless();
  const aside = timeless.startProcess();
  const customers = await createCustomers(aside, organizations);
  const waiting: Hint[] = [];
  let rails: Pick<HintQueue, 'send'> = { send: async (hints) => void waiting.push(...hints) };
  const service = await startModelledService(model, {
    rails: { send: (hints, now) => rails.send(hints, now), backlog: async () => 0 },
  });
  const unsettled = new Set<string>();
  const play = async () => {
    service.onChange = ({ key, after }: Change) => {
      if (after?._et === PayoutEntity.entityName) unsettled.add(key);
    };
    const paying = customers.map(async (customer) => {
      const process = service.fleet.startProcess();
      for (let made = 0; made < wanted / organizations; made += 1) {
        await succeed(process, customer, payoutRequest(customer));
      }
    });
    await Promise.all(paying);
    // The stream's consumer has seen the last of them.
    await time.sleep(1_000);
    service.onChange = ({ key, after }: Change) => {
      if (after && !isUnsettled(after as never)) unsettled.delete(key);
    };
    const queue = startAdvancing(service.fleet, [], { time, visibilitySeconds });
    rails = queue;
    const beganAt = time.exact;
    await queue.send(waiting, time.clock());
    const beside = await payBeside({ time, dice, fleet: service.fleet, customers }, settle());
    return { beside, seconds: (time.exact - beganAt) / 1000 };
  };
  const settle = async () => {
    const until = time.exact + patienceMs;
    while (unsettled.size > 0 && time.exact < until) await time.sleep(pollMs);
  };
  const { beside, seconds } = await time.run(play());
  return { payouts: wanted, perSecond: round(wanted / seconds, 1), beside, unsettled: unsettled.size };
}
