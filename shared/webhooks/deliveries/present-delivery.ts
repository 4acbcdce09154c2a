import * as z from 'zod';
import { Instant, openEnum } from '../../contract/fields.ts';
import { timestamp } from '../../ground/time/clock.ts';
import { type EventType, eventTypes } from '../../journal/rows/event.ts';
import { deliveryStatuses, type WebhookDelivery } from '../sender/delivery.ts';

export const WebhookDeliveryView = z
  .object({
    id: z.string().meta({ description: 'The id to use when replaying the delivery.' }),
    eventId: z.string().meta({ description: 'The `id` of its event in the feed, and its `svc-id`.' }),
    eventType: openEnum(eventTypes).meta({ description: 'The `type` of its event.' }),
    status: z.enum(deliveryStatuses).meta({
      description:
        '`pending`: replayed, but not attempted yet. `failed`: the next attempt is at `nextAttemptAt`. `dead`: there are no more attempts.',
    }),
    attempt: z.int().meta({ description: 'The number of attempts so far, or since the last replay if there was one.' }),
    responseStatus: z
      .int()
      .optional()
      .meta({ description: 'The HTTP status of the last response. Absent if none was received.' }),
    lastError: z.string().optional().meta({
      description:
        'The answer to the last failed attempt, or why there was none. The first 4 KB, or 1 KB of a compressed answer.',
    }),
    nextAttemptAt: Instant.optional().meta({
      description:
        'When the next attempt is made. While the endpoint is paused, no attempt is made until it is resumed.',
    }),
    createdAt: Instant.meta({ description: 'When the event was recorded.' }),
    lastAttemptAt: Instant,
  })
  .meta({ id: 'WebhookDelivery', description: 'The delivery of one event to one endpoint, and its result.' });

export type WebhookDeliveryBody = z.infer<typeof WebhookDeliveryView>;

/** Returns a delivery as the API shows it. The payload is omitted, because it is in the feed (design, delivery). */
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
