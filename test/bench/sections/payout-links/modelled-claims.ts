import { acceptRequest, createCustomer, prepareQuotes } from '../../service/customer.ts';
import type { LambdaProcess } from '../../service/fleet.ts';
import { ModelledTable } from '../../service/modelled-table.ts';
import { send } from '../../service/request.ts';
import { percentile, round } from '../../statistics.ts';
import type { Rate } from '../checkout/modelled-payments.ts';
import { makeLink } from './calls.ts';
import { confirmClaim, newPayee, priceClaim } from './payee-browser.ts';

/** Claims of one organization's links on the modelled store, and accepts of payouts by as many callers. */
export interface ClaimsFigures {
  readonly payees: number;
  readonly claims: Rate;
  readonly accepts: Rate;
}

const seed = 1;
const payees = 16;
/** They begin one after another. */
const beginWithinMs = 400;

/** Nothing is settled beside either. What a payee has looked at before the claim is not counted, as little as a quote. */
export async function measureClaims(count: number): Promise<ClaimsFigures> {
  return { payees, claims: await play('claims', count), accepts: await play('accepts', count) };
}

/** @returns how long it took, and whether it succeeded */
type Call = (process: LambdaProcess) => Promise<{ readonly elapsedMs: number; readonly isPaid: boolean }>;

/** In virtual time: the first tenth of the answers is not counted. */
async function play(what: 'claims' | 'accepts', count: number): Promise<Rate> {
  const model = new ModelledTable(seed);
  const aside = (await model.startTimeless()).startProcess();
  const calls = await prepare(what, aside, count + payees);
  const { time, dice } = model;
  const fleet = await model.start();
  model.limit();
  const answers: { readonly at: number; readonly elapsedMs: number; readonly isPaid: boolean }[] = [];
  const pay = async () => {
    const process = fleet.startProcess();
    await time.sleep(dice.next() * beginWithinMs);
    while (answers.length < count) answers.push({ ...(await (calls.shift() as Call)(process)), at: time.exact });
  };
  await time.run(Promise.all(Array.from({ length: payees }, pay)));
  const counted = answers.slice(count / 10, count);
  const elapsed = counted.map(({ elapsedMs }) => elapsedMs);
  const tookMs = (counted.at(-1)?.at ?? Number.NaN) - (counted[0]?.at ?? Number.NaN);
  return {
    perSecond: round((1000 * (counted.length - 1)) / tookMs, 1),
    p50Ms: round(percentile(elapsed, 0.5), 1),
    p99Ms: round(percentile(elapsed, 0.99), 1),
    errors: answers.filter(({ isPaid }) => !isPaid).length,
  };
}

async function prepare(what: 'claims' | 'accepts', aside: LambdaProcess, count: number): Promise<Call[]> {
  const customer = await createCustomer(aside);
  if (what === 'accepts') {
    const quotes = await prepareQuotes(aside, customer, count);
    return quotes.map((quote) => async (process) => {
      const { status, elapsedMs } = await send(process, customer, acceptRequest(quote));
      return { elapsedMs, isPaid: status === 200 };
    });
  }
  const calls: Call[] = [];
  while (calls.length < count) {
    const [payee, { path }] = [newPayee(), await makeLink(aside, customer)];
    const fields = await priceClaim(aside, payee, path);
    calls.push(async (process) => {
      const { elapsedMs, leadsTo } = await confirmClaim(process, payee, path, fields);
      return { elapsedMs, isPaid: leadsTo === path };
    });
  }
  return calls;
}
