import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { read } from '../../ground/table/expressions.ts';
import { oneOf } from '../../ground/table/known-values.ts';
import { table } from '../../ground/table/table.ts';
import { type TimeBounds, timePosition } from '../../ground/table/time-position.ts';
import { timeOfId } from '../../ground/time/ids.ts';

export const auditOutcomes = ['succeeded', 'refused'] as const;

/** One audited mutation, successful or refused (specification, Audit event). */
export const AuditEventEntity = new Entity({
  name: 'auditEvent',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    at: number().key(),
    requestId: string().key(),
    action: string(),
    outcome: oneOf(...auditOutcomes),
    /** Type of the error with which the caller was answered. */
    errorType: string().optional(),
    resourceId: string().optional(),
    apiKeyPrefix: string().optional(),
    actorUserId: string().optional(),
    ttl: number(),
  }),
  computeKey: ({ organizationId, at, requestId }: { organizationId: string; at: number; requestId: string }) => ({
    pk: auditPartition(organizationId),
    sk: auditPosition({ at, requestId }),
  }),
});

export type AuditEvent = FormattedItem<typeof AuditEventEntity>;

/** The row of one request. */
export function auditRead({ organizationId, at, requestId }: Pick<AuditEvent, 'organizationId' | 'at' | 'requestId'>) {
  return read(AuditEventEntity, { organizationId, at, requestId });
}

export function auditPartition(organizationId: string): string {
  return `AUDIT#${organizationId}`;
}

/** Sort key of a row: by time. */
export function auditPosition({ at, requestId }: { readonly at: number; readonly requestId: string }): string {
  return timePosition(at, requestId);
}

/**
 * Where the row of a request is, if it has one: ids of requests carry the time at which the request came in, which dates
 * its row (ADR 50).
 * @returns undefined for what is no id of a request
 */
export function auditPositionOf(requestId: string): string | undefined {
  return /^req_[0-9a-z]{25}$/.test(requestId) ? auditPosition({ at: timeOfId(requestId), requestId }) : undefined;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Five years and two leap days (specification, Limits: audit retention). */
export const auditRetentionMs = (5 * 365 + 2) * DAY_MS;

/**
 * The bounds of the positions of rows in a period. Rows past their retention are left out, because the table deletes
 * them late.
 */
export function auditBounds({ createdAfter = 0, createdBefore = Number.MAX_SAFE_INTEGER }: TimeBounds, now: number) {
  return {
    from: timePosition(Math.max(createdAfter, now - auditRetentionMs), ''),
    // A tilde sorts after every request id.
    to: timePosition(createdBefore, '~'),
  };
}
