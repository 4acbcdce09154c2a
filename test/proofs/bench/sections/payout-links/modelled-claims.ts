import { createCustomer } from '../../service/customer.ts';
import type { LambdaProcess } from '../../service/fleet.ts';
import { type Call, callers, measureRate, prepareAccepts, type Rate } from '../../service/modelled-rate.ts';
import { makeLink } from './calls.ts';
import { confirmClaim, newPayee, priceClaim } from './payee-browser.ts';

/** Claims of one organization's links on the modelled store, and accepts of payouts by as many callers. */
export interface ClaimsFigures {
  readonly payees: number;
  readonly claims: Rate;
  readonly accepts: Rate;
}

/** Nothing is settled beside either. What a payee has looked at before the claim is not counted, as little as a quote. */
export async function measureClaims(count: number): Promise<ClaimsFigures> {
  return {
    payees: callers,
    claims: await measureRate(count, prepareClaims),
    accepts: await measureRate(count, prepareAccepts),
  };
}

async function prepareClaims(aside: LambdaProcess, count: number): Promise<Call[]> {
  const customer = await createCustomer(aside);
  const calls: Call[] = [];
  while (calls.length < count) {
    const [payee, { path }] = [newPayee(), await makeLink(aside, customer)];
    const fields = await priceClaim(aside, payee, path);
    calls.push(async (process) => {
      const { elapsedMs, leadsTo } = await confirmClaim(process, payee, path, fields);
      return { elapsedMs, isDone: leadsTo === path };
    });
  }
  return calls;
}
