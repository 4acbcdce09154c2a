import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { oneOf } from '../../ground/table/known-values.ts';
import { table } from '../../ground/table/table.ts';
import { type TimeBounds, timePosition } from '../../ground/table/time-position.ts';
import { timeOfId } from '../../ground/time/ids.ts';
import { linkDispositions } from '../../identity/link-disposition.ts';

export const auditOutcomes = ['succeeded', 'refused'] as const;

/** What happens to the keys that a removed member issued or rotated: the member may hold the private halves. */
export const keyDispositions = ['revoke', 'keep'] as const;
export type KeyDisposition = (typeof keyDispositions)[number];

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
    /** The error type in the answer to the caller. */
    errorType: string().optional(),
    resourceId: string().optional(),
    /** On the removal of a member: what happens to the keys that they issued or rotated. */
    keys: oneOf(...keyDispositions).optional(),
    /** On a revocation or removal: what the request decided about open payout links. */
    links: oneOf(...linkDispositions).optional(),
    apiKeyPrefix: string().optional(),
    actorUserId: string().optional(),
    /**
     * Milliseconds. Present if the row was written long after its request arrived: the date under which the log shows
     * it, through a copy at that time. If absent, the row is shown at its own time.
     */
    datedAt: number().optional(),
    ttl: number(),
  }),
  computeKey: ({ organizationId, at, requestId }: { organizationId: string; at: number; requestId: string }) => ({
    pk: auditPartition(organizationId),
    sk: auditPosition({ at, requestId }),
  }),
});

export type AuditEvent = FormattedItem<typeof AuditEventEntity>;

/** The row of one request. If it exists, the request has been audited. */
export function auditRef({ organizationId, at, requestId }: Pick<AuditEvent, 'organizationId' | 'at' | 'requestId'>) {
  return refTo(AuditEventEntity, { organizationId, at, requestId });
}

export function auditPartition(organizationId: string): string {
  return `AUDIT#${organizationId}`;
}

/** Sort key of a row. Rows sort by time. */
export function auditPosition({ at, requestId }: { readonly at: number; readonly requestId: string }): string {
  return timePosition(at, requestId);
}

/** The row as the log shows it, at its date. */
export function datedRow(row: AuditEvent): AuditEvent {
  return { ...row, at: row.datedAt ?? row.at };
}

/** Whether the log shows a row at its own time. If the row was dated later, the log shows the copy at that date. */
export function isAtItsDate({ at, datedAt = at }: AuditEvent): boolean {
  return at === datedAt;
}

/** Former names of `member.remove` that also recorded what happens to the member's keys. */
const removals: ReadonlyMap<string, KeyDisposition> = new Map([
  ['member.remove_and_revoke_keys', 'revoke'],
  ['member.remove_and_keep_keys', 'keep'],
]);

/** The action under its current name, and what happens to keys, whichever release recorded them. */
export function actionOf({
  action,
  keys = removals.get(action),
}: Pick<AuditEvent, 'action' | 'keys'>): Pick<AuditEvent, 'action' | 'keys'> {
  return { action: removals.has(action) ? 'member.remove' : action, ...(keys && { keys }) };
}

/** The names under which rows of an action are stored. */
export function storedActions(action: string): string[] {
  return action === 'member.remove' ? [action, ...removals.keys()] : [action];
}

/**
 * The position of a request's row, if it has one. Ids of requests contain the time at which the request arrived (ADR
 * 50). If the row was written late, the log shows it at another position.
 * @returns undefined for a text that is not the id of a request
 */
export function auditPositionOf(requestId: string): string | undefined {
  return /^req_[0-9a-z]{25}$/.test(requestId) ? auditPosition({ at: timeOfId(requestId), requestId }) : undefined;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Five years and two leap days (specification, Limits: audit retention). */
export const auditRetentionMs = (5 * 365 + 2) * DAY_MS;

/**
 * The bounds of the positions of rows in a period. Rows past their retention are excluded, because the table deletes
 * them late.
 */
export function auditBounds({ createdAfter = 0, createdBefore = Number.MAX_SAFE_INTEGER }: TimeBounds, now: number) {
  return {
    from: timePosition(Math.max(createdAfter, now - auditRetentionMs), ''),
    // A tilde sorts after every request id.
    to: timePosition(createdBefore, '~'),
  };
}
