import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { record } from 'dynamodb-toolbox/schema/record';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';

/**
 * How far an endpoint has been offered the feed, which worker holds the cursor, and the health of the endpoint. The
 * cursor is outside the journal and the `due` index, because each attempt may change it. Times are in milliseconds.
 */
export const WebhookCursorEntity = new Entity({
  name: 'webhookCursor',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    endpointId: string().key(),
    /** Every event that the endpoint wants has a delivery row up to this sequence. */
    offeredTo: number(),
    /** How far the feed was read. Events up to here without a delivery row wait in lanes. Absent if no event waits. */
    readTo: number().optional(),
    /**
     * One lane for each event type that the endpoint refuses, or whose events still wait because it did. Absent if
     * there is none.
     */
    lanes: record(
      string(),
      map({
        /** The number of first attempts refused since the last accepted one. */
        refusals: number(),
        /** When the first of these refusals was received. */
        since: number(),
        /** When an event of the type was last tried, without retries. */
        triedAt: number(),
        /** Events of the type that come after `after`, up to `newest`, wait unless they have a delivery row. */
        after: number(),
        newest: number(),
        /** When the type is probed next. Present while the type is held back. */
        probeAt: number().optional(),
        /** The number of probes of the type that were refused in a row. */
        probes: number().optional(),
      }),
    ).optional(),
    /** Counts signs of recovery of an endpoint whose events are held back: it was resumed, or it accepted a retry. */
    mended: number().optional(),
    /** Token of the worker that offers events. Its lease ends at `leaseUntil`. */
    claim: string().optional(),
    leaseUntil: number().optional(),
    /** The number of failed attempts of any kind since the last accepted one. */
    consecutiveFailures: number(),
    /**
     * The number of failed first attempts since the last accepted attempt. The previous release held events back by
     * this number.
     */
    failedFirstAttempts: number(),
    lastSuccessAt: number().optional(),
    lastFailureAt: number().optional(),
    lastError: string().optional(),
    /** The number of deliveries that became dead since the last accepted one, or since the endpoint was resumed. */
    deadDeliveries: number(),
    /** When counting of the days without an accepted delivery started: at creation, resumption or the last success. */
    countedFrom: number(),
    /** The next probe of any lane. Present while events are held back. */
    probeAt: number().optional(),
    /** When the owners were last notified that deliveries keep failing. */
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

/** Returns the first cursor of an endpoint, or of the event bus. */
export function newCursor(key: { organizationId: string; endpointId: string }, offeredTo: number, now: number) {
  const { organizationId, endpointId } = key;
  const health = { consecutiveFailures: 0, failedFirstAttempts: 0, deadDeliveries: 0, countedFrom: now };
  return { organizationId, endpointId, offeredTo, ...health } satisfies WebhookCursor;
}
