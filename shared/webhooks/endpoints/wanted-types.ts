import type { Event } from '../../journal/rows/event.ts';
import type { WebhookEndpoint } from './endpoint.ts';

/** Tells whether a type is delivered only to endpoints that name it (specification, Events, Event types). */
export function isOptIn(type: string): boolean {
  return /^(checkout_payment|deposit|payout_link)\./.test(type);
}

/**
 * Tells whether an endpoint wants an event. If it names no types, it gets all types that do not have to be named. These
 * include types that only a later release knows, because receivers must accept unknown types. The event that an
 * endpoint was disabled is sent only to other endpoints (specification, Events, Event types).
 */
export function wants(
  { endpointId, events }: Pick<WebhookEndpoint, 'endpointId' | 'events'>,
  { type, data }: Pick<Event, 'type' | 'data'>,
): boolean {
  const isWanted = events.length === 0 ? !isOptIn(type) : (events as readonly string[]).includes(type);
  if (!isWanted) return false;
  return type !== 'webhook_endpoint.disabled' || JSON.parse(data).id !== endpointId;
}
