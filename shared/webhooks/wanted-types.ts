import { type EventType, eventTypes } from '../events/event.ts';
import type { WebhookEndpoint } from './endpoint.ts';

/** Delivered only to who names them (specification, Events, Event types). */
const optIn = /^(checkout_payment|deposit)\./;

/** Delivered where `events` is empty. */
export const defaultTypes: readonly EventType[] = eventTypes.filter((type) => !optIn.test(type));

/** What `events` may name: that an endpoint was disabled is told to those alone who want all. */
export const nameableTypes: readonly EventType[] = eventTypes.filter((type) => type !== 'webhook_endpoint.disabled');

/** Whether an endpoint wants events of a type. */
export function wants({ events }: Pick<WebhookEndpoint, 'events'>, type: string): boolean {
  const types: readonly string[] = events.length === 0 ? defaultTypes : events;
  return types.includes(type);
}
