import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { table } from '../table/table.ts';

const partition = (organizationId: string, key: string) => `IDEMPOTENCY#${organizationId}#${key}`;

/**
 * That a key was used, by which request and for what. It outlives its response as a tombstone, so that a key is never
 * executed again (specification, Endpoints, common rule 3).
 */
export const IdempotencyRecordEntity = new Entity({
  name: 'idempotencyRecord',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    key: string().key(),
    /** SHA-256 of method, path and body. */
    hash: string(),
    /** Token of the one execution that may complete the record. */
    owner: string(),
    state: string().enum('running', 'completed'),
    /** Until then nobody may take over, milliseconds. */
    lockedUntil: number(),
    /** `x-request-id` of the first execution. */
    requestId: string(),
  }),
  computeKey: ({ organizationId, key }: { organizationId: string; key: string }) => ({
    pk: partition(organizationId, key),
    sk: 'RECORD',
  }),
});

export type IdempotencyRecord = FormattedItem<typeof IdempotencyRecordEntity>;

/** The answer to replay, for seven days. */
export const StoredResponseEntity = new Entity({
  name: 'storedResponse',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    key: string().key(),
    status: number(),
    /** JSON text, as first sent. */
    body: string(),
    ttl: number(),
  }),
  computeKey: ({ organizationId, key }: { organizationId: string; key: string }) => ({
    pk: partition(organizationId, key),
    sk: 'RESPONSE',
  }),
});

export type StoredResponse = FormattedItem<typeof StoredResponseEntity>;

/** Specification, Limits: idempotency key records kept 7 days. */
export const responseRetentionMs = 7 * 24 * 60 * 60 * 1000;

/** A little past the ten seconds that a function may run: an execution that still holds the lock may still commit. */
export const lockMs = 12_000;
