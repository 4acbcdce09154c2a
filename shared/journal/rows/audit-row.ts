import { absent, type Condition } from '../../ground/table/expressions.ts';
import { putIf, type Write } from '../../ground/table/writes.ts';
import { ttlSeconds } from '../../ground/time/clock.ts';
import type { LinkDisposition } from '../../identity/link-disposition.ts';
import type { Actor } from './actor.ts';
import { type AuditEvent, AuditEventEntity, auditRetentionMs, datedRow, type KeyDisposition } from './audit-event.ts';
import { isPrompt } from './dated-row.ts';

/** What a request brings to its audit row. */
export interface AuditedRequest {
  readonly organizationId: string;
  readonly requestId: string;
  /**
   * When the request came in, milliseconds. Together with the request id it is the key of the row, so that each request
   * has one row, whoever writes it.
   */
  readonly at: number;
  readonly action: string;
  readonly actor: Actor;
  readonly keys?: KeyDisposition | undefined;
  readonly links?: LinkDisposition | undefined;
}

interface AuditedResult {
  readonly resourceId?: string | undefined;
  readonly errorType?: string | undefined;
}

/**
 * The audit row of a mutation: succeeded, or refused with the error's type.
 * @param now when it is written, milliseconds
 */
export function auditRow(request: AuditedRequest, { resourceId, errorType }: AuditedResult, now: number): AuditEvent {
  const { organizationId, requestId, at, action, actor, keys, links } = request;
  const datedAt = isPrompt(request, now) ? undefined : now;
  return {
    organizationId,
    at,
    requestId,
    action,
    outcome: errorType ? 'refused' : 'succeeded',
    ...(errorType && { errorType }),
    ...(resourceId && { resourceId }),
    ...(keys && { keys }),
    ...(links && { links }),
    ...actor,
    ...(datedAt !== undefined && { datedAt }),
    ttl: ttlSeconds((datedAt ?? at) + auditRetentionMs),
  };
}

/** What a succeeded row says was done. */
export type Deed = Pick<AuditEvent, 'action' | 'resourceId'>;

/** What a request did, as the record of its idempotency key keeps it. */
export function deedOf({ action }: Pick<AuditedRequest, 'action'>, resourceId: string | undefined): Deed {
  return { action, ...(resourceId && { resourceId }) };
}

/**
 * Writes a row; the write that tells whether the request has a row already comes last.
 * @param condition of that write
 */
export function auditWrites(row: AuditEvent, condition: Condition = absent): Write[] {
  const shown = row.datedAt === undefined ? [] : [putIf(AuditEventEntity, datedRow(row), {})];
  return [...shown, putIf(AuditEventEntity, row, condition)];
}
