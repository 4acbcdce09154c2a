import type { ApiKey } from '../../api-keys/api-key.ts';
import { countRequest } from '../../rate-limits/rate-limit.ts';
import { spend } from '../../signatures/single-use.ts';
import type { Step } from '../step.ts';

/**
 * Spends the nonce and counts the request, side by side. From here on the caller is known to be the key's holder and the
 * request to be fresh, so refusals are audited: a captured request cannot fill somebody's audit log.
 */
export const spendAndCount: Step = async (exchange, { endpoint, runtime }) => {
  const key = exchange.key as ApiKey;
  const [spent, counted] = await Promise.allSettled([
    spend(runtime, exchange.singleUse as string, exchange.receivedAt),
    countRequest(runtime, key.id, endpoint.rateClass, exchange.receivedAt),
  ]);
  if (spent.status === 'rejected') throw spent.reason;
  exchange.authenticated = true;
  if (counted.status === 'rejected') throw counted.reason;
};
