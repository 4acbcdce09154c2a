import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { stateOf } from '../../ground/table/known-values.ts';
import { table } from '../../ground/table/table.ts';

/**
 * Records that a key was used, by which request and for what, and stores the answer. It never expires: after seven days
 * the response is no longer replayed, but the record stays, so that the key is never executed again (specification,
 * Endpoints, common rule 3).
 */
export const IdempotencyRecordEntity = new Entity({
  name: 'idempotencyRecord',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    key: string().key(),
    /** SHA-256 of method, path and body, and of the caller if only the caller may have the answer. */
    hash: string(),
    /** Token of the only execution that can complete the record. */
    owner: string(),
    state: stateOf('running', 'bound', 'completed'),
    /** Milliseconds: when another execution can take over. */
    lockedUntil: number(),
    /** `x-request-id` of the execution that owns the record. */
    requestId: string(),
    /** On bound records: the intent. Only its settlement completes or frees the record. */
    intentId: string().optional(),
    /** On running records: whether the caller was told that the outcome is unknown. */
    outcomeUnknown: boolean().optional(),
    /**
     * On completed records: the response to replay. The body is the JSON text as it was first sent, sealed if it
     * contains a secret.
     */
    response: map({ status: number(), body: string(), sealed: boolean().optional() }).optional(),
    /** On completed records, in milliseconds: until when the response is replayed. */
    replayedUntil: number().optional(),
    /**
     * On completed records: what was done, as in the audit row of the request. Absent in records of earlier releases.
     */
    did: map({ action: string(), resourceId: string().optional() }).optional(),
  }),
  computeKey: ({ organizationId, key }: { organizationId: string; key: string }) => ({
    pk: `IDEMPOTENCY#${organizationId}#${key}`,
    sk: 'RECORD',
  }),
});

export type IdempotencyRecord = FormattedItem<typeof IdempotencyRecordEntity>;

/** A response to replay. Its body is JSON text. */
export type StoredResponse = Pick<NonNullable<IdempotencyRecord['response']>, 'status' | 'body'>;

/** Specification, Limits: idempotency key records kept 7 days. */
export const responseRetentionMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Slightly longer than the ten seconds that a function can run, because an execution that holds the lock may still
 * commit.
 */
export const lockMs = 12_000;
