import type { AnyEndpoint } from '../contract/endpoint.ts';
import { rateLimits } from '../contract/rate-classes.ts';

/** The limit of an operation, which it shares with the others of its class; undefined where no API key may call it. */
export function rateLimitOf({ callers, rateClass }: AnyEndpoint) {
  if (!callers.includes('key')) return undefined;
  return { class: rateClass, requests: rateLimits[rateClass], windowSeconds: 60, per: 'API credential' };
}
