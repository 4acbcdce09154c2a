import { countRequest, refuseBeyondLimit } from '../rate-limit.ts';
import { networkOf } from '../source-address.ts';
import type { Step } from '../step.ts';

/**
 * Counts form submissions to a page, by resource and by source address. Reads are limited only at the edge. So are
 * submissions with a forged token, which cost one read and no write.
 * @throws ServiceError RATE_LIMITED
 */
export const countSubmission: Step = async (state, { endpoint, runtime }) => {
  if (endpoint.method === 'GET') return;
  const { receivedAt: now, page, sourceAddress } = state;
  const counts = await Promise.all([
    countRequest(runtime, { credential: `page:${page?.resourceId}`, rateClass: endpoint.rateClass, now }),
    countRequest(runtime, { credential: `address:${networkOf(sourceAddress)}`, rateClass: 'page-address', now }),
  ]);
  counts.forEach(refuseBeyondLimit);
};
