import { mostSimulated } from '../../../../shared/checkout/sandbox/simulate-payment.ts';
import { addLink } from '../../../support/checkout/links.ts';
import { acceptRequest, createCustomer, prepareQuotes } from '../../service/customer.ts';
import { ModelledTable } from '../../service/modelled-table.ts';
import { type Request, send } from '../../service/request.ts';
import { percentile, round } from '../../statistics.ts';

/** Simulated payments of one organization on the modelled store, and accepts of payouts by as many callers. */
export interface PaymentsFigures {
  readonly callers: number;
  readonly payments: Rate;
  readonly accepts: Rate;
}

export interface Rate {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly errors: number;
}

const seed = 1;
const callers = 16;
/** Callers begin one after another. */
const beginWithinMs = 400;

/** Nothing is settled beside either, so that the two are the same work but for what they write. */
export async function measurePayments(count: number): Promise<PaymentsFigures> {
  return { callers, payments: await play('payments', count), accepts: await play('accepts', count) };
}

/** In virtual time: the first tenth of the answers is not counted. */
async function play(what: 'payments' | 'accepts', count: number): Promise<Rate> {
  const model = new ModelledTable(seed);
  const aside = (await model.startTimeless()).startProcess();
  const customer = await createCustomer(aside);
  const requests: Request[] = [];
  if (what === 'accepts') requests.push(...(await prepareQuotes(aside, customer, count + callers)).map(acceptRequest));
  while (requests.length < count + callers) {
    const { link } = await addLink(aside.runtime, customer);
    const parameters = { linkId: link.linkId };
    for (let paid = 0; paid < mostSimulated; paid += 1) {
      requests.push({ operation: 'simulateCheckoutPayment', parameters, body: {} });
    }
  }
  const { time, dice } = model;
  const fleet = await model.start();
  model.limit();
  const answers: { readonly at: number; readonly elapsedMs: number; readonly status: number }[] = [];
  const call = async () => {
    const process = fleet.startProcess();
    await time.sleep(dice.next() * beginWithinMs);
    while (answers.length < count) {
      const { status, elapsedMs } = await send(process, customer, requests.shift() as Request);
      answers.push({ at: time.exact, elapsedMs, status });
    }
  };
  await time.run(Promise.all(Array.from({ length: callers }, call)));
  const counted = answers.slice(count / 10, count);
  const elapsed = counted.map(({ elapsedMs }) => elapsedMs);
  const tookMs = (counted.at(-1)?.at ?? Number.NaN) - (counted[0]?.at ?? Number.NaN);
  return {
    perSecond: round((1000 * (counted.length - 1)) / tookMs, 1),
    p50Ms: round(percentile(elapsed, 0.5), 1),
    p99Ms: round(percentile(elapsed, 0.99), 1),
    errors: answers.filter(({ status }) => status !== 200).length,
  };
}
