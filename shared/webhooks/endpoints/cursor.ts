import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { read } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';

/**
 * How far in the feed an endpoint has been offered events, who is at it, and how well it does. Outside the journal and the
 * `due` index: each attempt may change it. Times are milliseconds.
 */
export const WebhookCursorEntity = new Entity({
  name: 'webhookCursor',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    endpointId: string().key(),
    /** Sequence up to which every event that the endpoint wants has a delivery row. */
    offeredTo: number(),
    /** Token of the worker that offers events, and when its lease ends. */
    claim: string().optional(),
    leaseUntil: number().optional(),
    /** Attempts of any kind since the last that was accepted. */
    consecutiveFailures: number(),
    /** First attempts among them: so many in a row, and events are kept back. */
    failedFirstAttempts: number(),
    lastSuccessAt: number().optional(),
    lastFailureAt: number().optional(),
    lastError: string().optional(),
    /** Deliveries that died since the last that was accepted, or since the endpoint was resumed. */
    deadDeliveries: number(),
    /** From when days without an accepted delivery count: creation, resume or the last success. */
    countedFrom: number(),
    /** Set while events are kept back: when the next one is tried, and how many were in vain. */
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

/** The cursor of an endpoint that has just been registered. */
export function newCursor(key: { organizationId: string; endpointId: string }, offeredTo: number, now: number) {
  const { organizationId, endpointId } = key;
  const health = { consecutiveFailures: 0, failedFirstAttempts: 0, deadDeliveries: 0, countedFrom: now };
  return { organizationId, endpointId, offeredTo, ...health } satisfies WebhookCursor;
}
