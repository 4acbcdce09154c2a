import { type Caller, credentialOf } from '../../contract/caller.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { EdgeRuntime } from '../../ports/runtime.ts';
import { type CountedRequest, countRequest, isFirstRefusal, refuseBeyondLimit, uncountRequest } from '../rate-limit.ts';
import type { RequestState } from '../request-state.ts';
import { recordUse } from '../single-use.ts';
import type { Step } from '../step.ts';

/**
 * Records the nonce of a signature as used and counts the request, concurrently. From here on the caller is known and
 * the request is fresh, so refusals are audited. A captured request can neither flood an audit log nor use up a rate
 * limit. A request that is refused for its rate leaves no nonce.
 */
export const consumeNonceAndCount: Step = async (state, { endpoint, runtime }) => {
  const { singleUse, receivedAt: now } = state;
  const request = { credential: credentialOf(state.caller as Caller), rateClass: endpoint.rateClass, now };
  const [spent, counted] = await Promise.allSettled([
    singleUse === undefined ? undefined : recordUse(runtime, singleUse, now),
    countRequest(runtime, request),
  ]);
  if (spent.status === 'rejected') {
    if (isRefusal(spent.reason)) await cleanUp(runtime, () => uncountRequest(runtime, request));
    throw spent.reason;
  }
  state.authenticated = true;
  if (counted.status === 'rejected') throw counted.reason;
  state.rate = counted.value;
  if (counted.value.used > counted.value.limit) {
    if (spent.value) await cleanUp(runtime, spent.value);
    await auditOnce(runtime, state, request);
  }
  refuseBeyondLimit(counted.value);
};

/**
 * Writes one audit row per minute and credential for requests beyond the limit, which would otherwise flood the audit
 * log. When in doubt, the row is written.
 */
async function auditOnce(runtime: EdgeRuntime, state: RequestState, request: CountedRequest): Promise<void> {
  if (!state.execution.audit || (await isFirstRefusal(runtime, request).catch(() => true))) return;
  const { audit: _, ...unaudited } = state.execution;
  state.execution = unaudited;
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError;
}

/** Cleans up after a refused request. It stays refused whether or not this succeeds. */
async function cleanUp({ log }: EdgeRuntime, act: () => Promise<void>): Promise<void> {
  await act().catch((error) => log.warn('a refused request left its nonce or its count', error as Error));
}
