import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { record } from 'dynamodb-toolbox/schema/record';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';

/**
 * How far an endpoint has been offered the feed, which worker holds the cursor, and the health of the endpoint. Outside
 * the journal and the `due` index, because each attempt may change it. Times are milliseconds.
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
    /** How far the feed was read. Events up to here without a delivery row wait in lanes. Absent if none waits. */
    readTo: number().optional(),
    /** Per event type that the endpoint refuses, or that still waits because it did. Absent if there is none. */
    lanes: record(
      string(),
      map({
        /** First attempts refused since the last one that was accepted. */
        refusals: number(),
        /** When the first of these refusals was answered. */
        since: number(),
        /** When an event of the type was last tried, without retries. */
        triedAt: number(),
        /** Events of the type after `after`, up to `newest`, wait unless they have a delivery row. */
        after: number(),
        newest: number(),
        /** While the type is held back: when it is probed next. */
        probeAt: number().optional(),
        /** How many probes of the type were refused in a row. */
        probes: number().optional(),
      }),
    ).optional(),
    /** Counts signs of recovery of an endpoint whose events are held back: it was resumed, or accepted a retry. */
    mended: number().optional(),
    /** Token of the worker that offers events. `leaseUntil` is when its lease ends. */
    claim: string().optional(),
    leaseUntil: number().optional(),
    /** Failed attempts of any kind since the last accepted one. */
    consecutiveFailures: number(),
    /** First attempts among them. The previous release held events back by these. */
    failedFirstAttempts: number(),
    lastSuccessAt: number().optional(),
    lastFailureAt: number().optional(),
    lastError: string().optional(),
    /** Deliveries that became dead since the last accepted one, or since the endpoint was resumed. */
    deadDeliveries: number(),
    /** The start of the days without an accepted delivery: creation, resumption or the last success. */
    countedFrom: number(),
    /** While events are held back: the next probe of any lane. */
    probeAt: number().optional(),
    /** When the owners were told that deliveries have been failing for hours. */
    troubleToldAt: number().optional(),
  }),
  computeKey: ({ organizationId, endpointId }: { organizationId: string; endpointId: string }) => ({
    pk: cursorPartition(organizationId),
    sk: endpointId,
  }),
});

export type WebhookCursor = FormattedItem<typeof WebhookCursorEntity>;

/** The state of one event type, as stored in the cursor. */
export type StoredLane = NonNullable<WebhookCursor['lanes']>[string];

export function cursorPartition(organizationId: string): string {
  return `WEBHOOK_CURSOR#${organizationId}`;
}

export function cursorRef(organizationId: string, endpointId: string) {
  return refTo(WebhookCursorEntity, { organizationId, endpointId });
}

/** The first cursor of an endpoint, or of the bus. */
export function newCursor(key: { organizationId: string; endpointId: string }, offeredTo: number, now: number) {
  const { organizationId, endpointId } = key;
  const health = { consecutiveFailures: 0, failedFirstAttempts: 0, deadDeliveries: 0, countedFrom: now };
  return { organizationId, endpointId, offeredTo, ...health } satisfies WebhookCursor;
}
