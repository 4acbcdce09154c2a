import { createHash } from 'node:crypto';
import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { oneOf, stateOf } from '../../ground/table/known-values.ts';
import { table } from '../../ground/table/table.ts';
import type { DueKey } from '../../journal/due/due-work.ts';
import { type Event, eventTypes } from '../../journal/rows/event.ts';
import type { EndpointKey } from '../endpoints/endpoint.ts';

/**
 * `pending`: replayed and not attempted yet. `failed`: the last attempt failed, and the next one is at `nextAttemptAt`.
 * `succeeded` and `dead` are final, except that a replay makes them `pending` again.
 */
export const deliveryStatuses = ['pending', 'succeeded', 'failed', 'dead'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/**
 * The delivery of one event to one endpoint, written after its first attempt. It is outside the journal; the event
 * itself is in the feed. Times are in milliseconds.
 */
export const WebhookDeliveryEntity = new Entity({
  name: 'webhookDelivery',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    endpointId: string().key(),
    /** Sorts by the time of the event, then by its sequence ({@link deliveryIdOf}). */
    deliveryId: string().key(),
    sequence: number(),
    eventId: string(),
    eventType: oneOf(...eventTypes),
    status: stateOf(...deliveryStatuses),
    /** Incremented by each replay. An attempt of an older generation settles nothing. */
    generation: number(),
    /** The number of attempts of this generation. */
    attempt: number(),
    responseStatus: number().optional(),
    lastError: string().optional(),
    nextAttemptAt: number().optional(),
    /** When the event was recorded. */
    createdAt: string(),
    lastAttemptAt: number(),
    /** Partition of the `retried` index. Set from the second attempt on. */
    retriedOf: string().optional(),
  }),
  computeKey: ({ organizationId, endpointId, deliveryId }: DeliveryKey) => ({
    pk: deliveryPartition(organizationId, endpointId),
    sk: deliveryId,
  }),
});

export type WebhookDelivery = FormattedItem<typeof WebhookDeliveryEntity>;

export interface DeliveryKey extends EndpointKey {
  readonly deliveryId: string;
}

export function deliveryPartition(organizationId: string, endpointId: string): string {
  return `DELIVERY#${organizationId}#${endpointId}`;
}

/** Returns the partition of the `retried` index. */
export function retriedPartition({ organizationId, endpointId }: EndpointKey): string {
  return `${organizationId}#${endpointId}`;
}

export function deliveryRef({ organizationId, endpointId, deliveryId }: DeliveryKey) {
  return refTo(WebhookDeliveryEntity, { organizationId, endpointId, deliveryId });
}

const timeDigits = 9;
const sequenceDigits = 8;

/**
 * Returns the id of a delivery. It is always the same for the same endpoint and event, so that a worker that offers an
 * event again finds the first delivery.
 */
export function deliveryIdOf({ endpointId }: { readonly endpointId: string }, { createdAt, sequence }: Event): string {
  const mark = createHash('sha256').update(endpointId).digest('hex').slice(0, 8);
  return deliveriesFrom(Date.parse(createdAt)) + sequence.toString(36).padStart(sequenceDigits, '0') + mark;
}

/** Returns the prefix of the ids of deliveries whose events were recorded at a time, in milliseconds. */
export function deliveriesFrom(at: number): string {
  return `whd_${at.toString(36).padStart(timeDigits, '0')}`;
}

/** Returns when the event of a delivery was recorded, in milliseconds. */
export function eventTimeOf(deliveryId: string): number {
  return Number.parseInt(deliveryId.slice('whd_'.length, 'whd_'.length + timeDigits), 36);
}

/** Returns the key of the due row of a delivery's next attempt. */
export function deliveryWork({ organizationId, endpointId, deliveryId }: DeliveryKey): DueKey {
  return { organizationId, kind: 'deliveries', resourceId: `${endpointId}.${deliveryId}` };
}

/** Returns the delivery that a due row is about. */
export function deliveryOfWork({ organizationId, resourceId }: DueKey): DeliveryKey {
  const [endpointId = '', deliveryId = ''] = resourceId.split('.');
  return { organizationId, endpointId, deliveryId };
}
