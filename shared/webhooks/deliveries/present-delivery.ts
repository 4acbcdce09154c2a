import * as z from 'zod';
import { Instant, openEnum } from '../../contract/fields.ts';
import { timestamp } from '../../ground/time/clock.ts';
import { type EventType, eventTypes } from '../../journal/rows/event.ts';
import { deliveryStatuses, type WebhookDelivery } from '../sender/delivery.ts';

export const WebhookDeliveryView = z
  .object({
    id: z.string().meta({ description: 'Replay it by this id.' }),
    eventId: z.string().meta({ description: 'The `id` of its event in the feed, and its `svc-id`.' }),
    eventType: openEnum(eventTypes).meta({ description: 'The `type` of its event.' }),
    status: z.enum(deliveryStatuses).meta({
      description:
        '`pending`: asked for again, not attempted yet. `failed`: there is another attempt at `nextAttemptAt`. `dead`: there is none.',
    }),
    attempt: z.int().meta({ description: 'Attempts so far; since the last replay, where there was one.' }),
    responseStatus: z
      .int()
      .optional()
      .meta({ description: 'HTTP status of the last response; absent if none was received.' }),
    lastError: z.string().optional().meta({
      description:
        'What was answered to the last attempt that failed, or why nothing was: its first 4 KB, or 1 KB of a compressed answer.',
    }),
    nextAttemptAt: Instant.optional().meta({
      description: 'When it is attempted next; while the endpoint is paused, not before that is resumed.',
    }),
    createdAt: Instant.meta({ description: 'When its event was recorded.' }),
    lastAttemptAt: Instant,
  })
  .meta({ id: 'WebhookDelivery', description: 'What became of sending one event to one endpoint.' });

export type WebhookDeliveryBody = z.infer<typeof WebhookDeliveryView>;

/** A delivery as the API shows it, without its payload, which is in the feed (design, delivery). */
export function presentDelivery(delivery: WebhookDelivery): WebhookDeliveryBody {
  const { deliveryId, eventId, eventType, status, attempt, responseStatus, lastError } = delivery;
  const { nextAttemptAt, createdAt, lastAttemptAt } = delivery;
  return {
    id: deliveryId,
    eventId,
    eventType: eventType as EventType,
    status,
    attempt,
    ...(responseStatus !== undefined && { responseStatus }),
    ...(lastError !== undefined && { lastError }),
    ...(nextAttemptAt !== undefined && { nextAttemptAt: timestamp(nextAttemptAt) }),
    createdAt,
    lastAttemptAt: timestamp(lastAttemptAt),
  };
}
