import { measurement } from '../../ground/metrics/catalog.ts';
import { measure } from '../../ground/metrics/collect.ts';
import { absent } from '../../ground/table/expressions.ts';
import { ConditionFailed, TransactionRefused } from '../../ground/table/refusals.ts';
import { create } from '../../ground/table/writes.ts';
import { scheduleWork } from '../../journal/due/due-work.ts';
import type { Event, EventType } from '../../journal/rows/event.ts';
import { eventId } from '../../journal/rows/event-id.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { WebhookAnswer } from '../../ports/webhook-sender.ts';
import type { WebhookEndpoint } from '../endpoints/endpoint.ts';
import { nextAttempt } from '../endpoints/ladder.ts';
import { deliveryIdOf, deliveryWork, type WebhookDelivery, WebhookDeliveryEntity } from '../sender/delivery.ts';

export interface FirstAttempt {
  readonly endpoint: WebhookEndpoint;
  readonly event: Event;
  readonly answer: WebhookAnswer;
  /** When the attempt started, in milliseconds. */
  readonly at: number;
}

/**
 * Writes the delivery of an event, unless it exists. It may exist because a worker that died or lost its claim offered
 * the event before. A failed delivery becomes due again on its ladder.
 */
export async function recordFirstAttempt(
  { clock, ids, store }: Pick<Runtime, 'clock' | 'ids' | 'store'>,
  attempt: FirstAttempt,
): Promise<void> {
  const { endpoint, answer } = attempt;
  const delivery = firstDelivery(attempt);
  try {
    if (answer.accepted) {
      await store.put(WebhookDeliveryEntity, delivery, absent);
      return measureDelivery(delivery, clock());
    }
    const dueAt = nextAttempt(endpoint.endpointId, 1, clock()) as number;
    const waiting = create(WebhookDeliveryEntity, { ...delivery, nextAttemptAt: dueAt });
    await store.transact([waiting, scheduleWork(deliveryWork(delivery), dueAt)], ids.token());
  } catch (error) {
    if (!alreadyExists(error)) throw error;
  }
}

/** @param now when an endpoint accepted the delivery for the first time, in milliseconds */
export function measureDelivery({ createdAt }: WebhookDelivery, now: number): void {
  // The time in the feed may be ahead of the clock.
  measure(measurement('DeliveryLag', Math.max(0, now - Date.parse(createdAt))));
}

function firstDelivery({ endpoint, event, answer, at }: FirstAttempt): WebhookDelivery {
  const { organizationId, endpointId } = endpoint;
  return {
    organizationId,
    endpointId,
    deliveryId: deliveryIdOf(endpoint, event),
    sequence: event.sequence,
    eventId: eventId(event),
    eventType: event.type as EventType,
    generation: 1,
    attempt: 1,
    createdAt: event.createdAt,
    lastAttemptAt: at,
    ...answerFields(answer),
    status: answer.accepted ? 'succeeded' : 'failed',
  };
}

/** Returns the fields of a delivery that show the response to its last attempt. */
export function answerFields(answer: WebhookAnswer): Pick<WebhookDelivery, 'responseStatus' | 'lastError'> {
  return {
    ...(answer.status !== undefined && { responseStatus: answer.status }),
    ...(!answer.accepted && { lastError: answer.error }),
  };
}

function alreadyExists(error: unknown): boolean {
  if (error instanceof ConditionFailed) return true;
  return error instanceof TransactionRefused && error.refusals.some(({ code }) => code === 'ConditionalCheckFailed');
}
