import { percentile, round } from '../statistics.ts';
import { acceptRequest, type Customer, createCustomer, prepareQuotes } from './customer.ts';
import type { LambdaProcess } from './fleet.ts';
import { ModelledTable } from './modelled-table.ts';
import { send } from './request.ts';

/** How many calls end in a second, and how long each takes. */
export interface Rate {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly errors: number;
}

/** @returns how long it took, and whether it succeeded */
export type Call = (process: LambdaProcess) => Promise<{ readonly elapsedMs: number; readonly isDone: boolean }>;

const seed = 1;
/** Callers on one organization, one call after another each. */
export const callers = 16;
/** Callers begin one after another. */
const beginWithinMs = 400;

/**
 * Plays calls on the modelled store, in virtual time. The first tenth of the answers is not counted.
 * @param prepare makes so many calls, in a process whose time is not counted
 */
export async function measureRate(
  count: number,
  prepare: (aside: LambdaProcess, count: number) => Promise<Call[]>,
): Promise<Rate> {
  const model = new ModelledTable(seed);
  const aside = (await model.startTimeless()).startProcess();
  const calls = await prepare(aside, count + callers);
  const { time, dice } = model;
  const fleet = await model.start();
  model.limit();
  const answers: (Awaited<ReturnType<Call>> & { readonly at: number })[] = [];
  const caller = async () => {
    const process = fleet.startProcess();
    await time.sleep(dice.next() * beginWithinMs);
    while (answers.length < count) {
      const answer = await (calls.shift() as Call)(process);
      answers.push({ ...answer, at: time.exact });
    }
  };
  await time.run(Promise.all(Array.from({ length: callers }, caller)));
  const counted = answers.slice(count / 10, count);
  const elapsed = counted.map(({ elapsedMs }) => elapsedMs);
  const tookMs = (counted.at(-1)?.at ?? Number.NaN) - (counted[0]?.at ?? Number.NaN);
  return {
    perSecond: round((1000 * (counted.length - 1)) / tookMs, 1),
    p50Ms: round(percentile(elapsed, 0.5), 1),
    p99Ms: round(percentile(elapsed, 0.99), 1),
    errors: answers.filter(({ isDone }) => !isDone).length,
  };
}

/** A signed request of a customer, which is answered 200. */
export function signedCall(customer: Customer, request: Parameters<typeof send>[2]): Call {
  return async (process) => {
    const { status, elapsedMs } = await send(process, customer, request);
    return { elapsedMs, isDone: status === 200 };
  };
}

/** So many accepts of payouts, which other calls are compared with. */
export async function prepareAccepts(aside: LambdaProcess, count: number): Promise<Call[]> {
  const customer = await createCustomer(aside);
  const quotes = await prepareQuotes(aside, customer, count);
  return quotes.map((quote) => signedCall(customer, acceptRequest(quote)));
}
