import type { AnyEndpoint } from '../contract/endpoint.ts';
import { rateLimits } from '../contract/rate-classes.ts';

/** The limit of an operation, shared with the others in its class. Undefined if no API key can call it. */
export function rateLimitOf({ callers, rateClass }: AnyEndpoint) {
  if (!callers.includes('key')) return undefined;
  return { class: rateClass, requests: rateLimits[rateClass], windowSeconds: 60, per: 'API credential' };
}
