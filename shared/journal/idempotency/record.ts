import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { stateOf } from '../../ground/table/known-values.ts';
import { table } from '../../ground/table/table.ts';

/**
 * Records that a key was used, by which request and for what, and what was answered. It has no time to live: after
 * seven days the response is no longer replayed, but the record stays, so that the key is never executed again
 * (specification, Endpoints, common rule 3).
 */
export const IdempotencyRecordEntity = new Entity({
  name: 'idempotencyRecord',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    key: string().key(),
    /** SHA-256 of method, path and body, and of the caller where only the caller may have the answer. */
    hash: string(),
    /** Token of the one execution that may complete the record. */
    owner: string(),
    state: stateOf('running', 'bound', 'completed'),
    /** Until then no other execution may take over, milliseconds. */
    lockedUntil: number(),
    /** `x-request-id` of the execution that owns the record. */
    requestId: string(),
    /** On a bound record: the intent whose settlement completes or frees it. Nothing else does. */
    intentId: string().optional(),
    /** On a running record: the caller was told that the outcome is not known. */
    outcomeUnknown: boolean().optional(),
    /**
     * On a completed record: the response to replay, with the body as JSON text as it was first sent; sealed where it
     * holds a secret.
     */
    response: map({ status: number(), body: string(), sealed: boolean().optional() }).optional(),
    /** On a completed record: until then the response is replayed, milliseconds. */
    replayedUntil: number().optional(),
    /** On a completed record: what the audit row of its request says was done. Earlier releases left it to the row. */
    did: map({ action: string(), resourceId: string().optional() }).optional(),
  }),
  computeKey: ({ organizationId, key }: { organizationId: string; key: string }) => ({
    pk: `IDEMPOTENCY#${organizationId}#${key}`,
    sk: 'RECORD',
  }),
});

export type IdempotencyRecord = FormattedItem<typeof IdempotencyRecordEntity>;

/** What to replay; the body is JSON text. */
export type StoredResponse = Pick<NonNullable<IdempotencyRecord['response']>, 'status' | 'body'>;

/** Specification, Limits: idempotency key records kept 7 days. */
export const responseRetentionMs = 7 * 24 * 60 * 60 * 1000;

/** A little longer than the ten seconds that a function may run: an execution that holds the lock may still commit. */
export const lockMs = 12_000;
