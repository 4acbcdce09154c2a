import type { AnyEndpoint } from '../contract/endpoint.ts';
import { rateLimits } from '../contract/rate-classes.ts';

/** The limit that an operation's callers share with the others of its class; none where nobody signs. */
export function rateLimitOf({ callers, rateClass }: AnyEndpoint) {
  if (!callers.includes('key')) return undefined;
  return { class: rateClass, requests: rateLimits[rateClass], windowSeconds: 60, per: 'API credential' };
}
