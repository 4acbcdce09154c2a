import { absent, type Condition } from '../../ground/table/expressions.ts';
import { putIf, type Write } from '../../ground/table/writes.ts';
import { ttlSeconds } from '../../ground/time/clock.ts';
import type { LinkDisposition } from '../../identity/link-disposition.ts';
import type { Actor } from './actor.ts';
import { type AuditEvent, AuditEventEntity, auditRetentionMs, datedRow, type KeyDisposition } from './audit-event.ts';
import { isPrompt } from './dated-row.ts';

/** The request's part of its audit row. */
export interface AuditedRequest {
  readonly organizationId: string;
  readonly requestId: string;
  /**
   * When the request arrived, in milliseconds. Together with the request id it is the key of the row, so that each
   * request has one row, whoever writes it.
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
 * The audit row of a mutation: succeeded, or refused with the type of the error.
 * @param now the time of writing, milliseconds
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

/** The action and its resource, as in the audit row of a successful request. */
export type Deed = Pick<AuditEvent, 'action' | 'resourceId'>;

/** The action and its resource, as stored in the record of the request's idempotency key. */
export function deedOf({ action }: Pick<AuditedRequest, 'action'>, resourceId: string | undefined): Deed {
  return { action, ...(resourceId && { resourceId }) };
}

/**
 * The writes of an audit row. The last one shows whether the request already has a row.
 * @param condition of the last write; defaults to the absence of a row
 */
export function auditWrites(row: AuditEvent, condition: Condition = absent): Write[] {
  const shown = row.datedAt === undefined ? [] : [putIf(AuditEventEntity, datedRow(row), {})];
  return [...shown, putIf(AuditEventEntity, row, condition)];
}
