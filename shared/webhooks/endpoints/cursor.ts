import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { read } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';

/**
 * How far an endpoint has been offered the feed, which worker holds the cursor, and the health of the endpoint. It is
 * outside the journal and the `due` index, because each attempt may change it. Times are milliseconds.
 */
export const WebhookCursorEntity = new Entity({
  name: 'webhookCursor',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    endpointId: string().key(),
    /** Every event up to this sequence that the endpoint wants has a delivery row. */
    offeredTo: number(),
    /** Token of the worker that offers events. `leaseUntil` is when its lease ends. */
    claim: string().optional(),
    leaseUntil: number().optional(),
    /** Failed attempts of any kind since the last accepted one. */
    consecutiveFailures: number(),
    /** First attempts among them. After a number of them in a row, events are held back. */
    failedFirstAttempts: number(),
    lastSuccessAt: number().optional(),
    lastFailureAt: number().optional(),
    lastError: string().optional(),
    /** Deliveries that became dead since the last accepted one, or since the endpoint was resumed. */
    deadDeliveries: number(),
    /** The start of the days without an accepted delivery: creation, resume or the last success. */
    countedFrom: number(),
    /** Set while events are held back: when the next probe is, and (`probes`) how many have failed. */
    probeAt: number().optional(),
    probes: number().optional(),
    /** When the owners were told that deliveries fail for hours. */
    troubleToldAt: number().optional(),
  }),
  computeKey: ({ organizationId, endpointId }: { organizationId: string; endpointId: string }) => ({
    pk: cursorPartition(organizationId),
    sk: endpointId,
  }),
});

export type WebhookCursor = FormattedItem<typeof WebhookCursorEntity>;

export function cursorPartition(organizationId: string): string {
  return `WEBHOOK_CURSOR#${organizationId}`;
}

export function cursorRead(organizationId: string, endpointId: string) {
  return read(WebhookCursorEntity, { organizationId, endpointId });
}

/** The first cursor of an endpoint, or of the bus. */
export function newCursor(key: { organizationId: string; endpointId: string }, offeredTo: number, now: number) {
  const { organizationId, endpointId } = key;
  const health = { consecutiveFailures: 0, failedFirstAttempts: 0, deadDeliveries: 0, countedFrom: now };
  return { organizationId, endpointId, offeredTo, ...health } satisfies WebhookCursor;
}
