import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { sortable, table } from '../../ground/table/table.ts';

/** One row of the feed: written once, in the commit of the change that it reports, and never changed. */
export const EventEntity = new Entity({
  name: 'event',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    sequence: number().key(),
    type: string(),
    createdAt: string(),
    livemode: boolean(),
    payoutId: string().optional(),
    /** On `payout_batch.*` events, and on events of payouts created by a batch. */
    batchId: string().optional(),
    /** Set if the organization has webhook endpoints, so that the consumer of the stream starts the delivery worker. */
    listened: boolean().optional(),
    /** JSON text. The feed and every delivery show the same bytes. */
    data: string(),
  }),
  computeKey: ({ organizationId, sequence }: { organizationId: string; sequence: number }) => ({
    pk: eventPartition(organizationId),
    sk: sortable(sequence),
  }),
});

export type Event = FormattedItem<typeof EventEntity>;

export function eventPartition(organizationId: string): string {
  return `EVENT#${organizationId}`;
}

/** Version of the shape of `data` (specification, Versioning, row 2). */
export const eventApiVersion = 1;

/** Every event type in the feed (specification, Events, Event types). */
export const eventTypes = [
  'payout.pending',
  'payout.processing',
  'payout.completed',
  'payout.failed',
  'payout.returned',
  'payout.canceled',
  'payout_batch.awaiting_confirmation',
  'payout_batch.completed',
  'payout_batch.canceled',
  'payout_approval.requested',
  'payout_approval.executed',
  'payout_approval.rejected',
  'payout_approval.expired',
  'payout_approval.failed',
  'webhook_endpoint.disabled',
  'checkout_payment.paid',
  'checkout_payment.refunded',
  'checkout_payment.partially_refunded',
  'checkout_payment.refund_failed',
  'checkout_payment.reversed',
  'deposit.completed',
  'payout_link.created',
  'payout_link.claimed',
  'payout_link.canceled',
  'payout_link.expired',
] as const;

export type EventType = (typeof eventTypes)[number];
