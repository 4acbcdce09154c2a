import { type Event, type EventType, eventTypes } from '../../journal/rows/event.ts';
import type { WebhookEndpoint } from './endpoint.ts';

/** Delivered only to who names them (specification, Events, Event types). */
const optIn = /^(checkout_payment|deposit)\./;

/** Delivered where `events` is empty. */
export const defaultTypes: readonly EventType[] = eventTypes.filter((type) => !optIn.test(type));

/** Whether an endpoint wants an event. Of its own disabling only others are told (specification, Events, Event types). */
export function wants(
  { endpointId, events }: Pick<WebhookEndpoint, 'endpointId' | 'events'>,
  { type, data }: Pick<Event, 'type' | 'data'>,
): boolean {
  const types: readonly string[] = events.length === 0 ? defaultTypes : events;
  if (!types.includes(type)) return false;
  return type !== 'webhook_endpoint.disabled' || JSON.parse(data).id !== endpointId;
}
