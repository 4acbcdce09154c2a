import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { read } from '../table/expressions.ts';
import { sortable, table } from '../table/table.ts';

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
    outcome: string().enum('succeeded', 'refused'),
    /** Type of the error that the caller was answered. */
    errorType: string().optional(),
    resourceId: string().optional(),
    apiKeyPrefix: string().optional(),
    actorUserId: string().optional(),
    ttl: number(),
  }),
  computeKey: ({ organizationId, at, requestId }: { organizationId: string; at: number; requestId: string }) => ({
    pk: auditPartition(organizationId),
    sk: `${sortable(at, 13)}#${requestId}`,
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

const DAY_MS = 24 * 60 * 60 * 1000;

/** Five years and two leap days (specification, Limits: audit retention). */
export const auditRetentionMs = (5 * 365 + 2) * DAY_MS;
