import { countRequest } from '../../rate-limits/rate-limit.ts';
import { spend } from '../../signatures/single-use.ts';
import { type Caller, credentialOf } from '../caller.ts';
import type { Step } from '../step.ts';

/**
 * Spends the nonce of a signature and counts the request, side by side. From here on the caller is known and the request to
 * be fresh, so refusals are audited: a captured request cannot fill somebody's audit log.
 */
export const spendAndCount: Step = async (exchange, { endpoint, runtime }) => {
  const { singleUse, receivedAt } = exchange;
  const [spent, counted] = await Promise.allSettled([
    singleUse === undefined ? undefined : spend(runtime, singleUse, receivedAt),
    countRequest(runtime, credentialOf(exchange.caller as Caller), endpoint.rateClass, receivedAt),
  ]);
  if (spent.status === 'rejected') throw spent.reason;
  exchange.authenticated = true;
  if (counted.status === 'rejected') throw counted.reason;
};
