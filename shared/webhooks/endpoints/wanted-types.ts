import { type Event, type EventType, eventTypes } from '../../journal/rows/event.ts';
import type { WebhookEndpoint } from './endpoint.ts';

/** Types that are delivered only to endpoints that name them (specification, Events, Event types). */
const optIn = /^(checkout_payment|deposit)\./;

/** Types that are delivered where `events` is empty. */
export const defaultTypes: readonly EventType[] = eventTypes.filter((type) => !optIn.test(type));

/**
 * Whether an endpoint wants an event. Only other endpoints are told that it was disabled (specification, Events, Event
 * types).
 */
export function wants(
  { endpointId, events }: Pick<WebhookEndpoint, 'endpointId' | 'events'>,
  { type, data }: Pick<Event, 'type' | 'data'>,
): boolean {
  const types: readonly string[] = events.length === 0 ? defaultTypes : events;
  if (!types.includes(type)) return false;
  return type !== 'webhook_endpoint.disabled' || JSON.parse(data).id !== endpointId;
}
