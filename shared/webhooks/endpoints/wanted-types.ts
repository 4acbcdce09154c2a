import type { Event } from '../../journal/rows/event.ts';
import type { WebhookEndpoint } from './endpoint.ts';

/** Types that are delivered only to endpoints that name them (specification, Events, Event types). */
export function isOptIn(type: string): boolean {
  return /^(checkout_payment|deposit|payout_link)\./.test(type);
}

/**
 * Whether an endpoint wants an event. If it names no types, it gets all that need not be named, including those that
 * only a later release knows: receivers must accept unknown types. Only other endpoints are told that one was disabled
 * (specification, Events, Event types).
 */
export function wants(
  { endpointId, events }: Pick<WebhookEndpoint, 'endpointId' | 'events'>,
  { type, data }: Pick<Event, 'type' | 'data'>,
): boolean {
  const isWanted = events.length === 0 ? !isOptIn(type) : (events as readonly string[]).includes(type);
  if (!isWanted) return false;
  return type !== 'webhook_endpoint.disabled' || JSON.parse(data).id !== endpointId;
}
