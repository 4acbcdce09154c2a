import { ttlSeconds } from '../../ground/time/clock.ts';
import type { Actor } from './actor.ts';
import { type AuditEvent, auditRetentionMs } from './audit-event.ts';

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
}

/** The audit row of a mutation: succeeded, or refused with the error's type. */
export function auditRow(
  { organizationId, requestId, at, action, actor }: AuditedRequest,
  { resourceId, errorType }: { resourceId?: string | undefined; errorType?: string | undefined },
): AuditEvent {
  return {
    organizationId,
    at,
    requestId,
    action,
    outcome: errorType ? 'refused' : 'succeeded',
    ...(errorType && { errorType }),
    ...(resourceId && { resourceId }),
    ...actor,
    ttl: ttlSeconds(at + auditRetentionMs),
  };
}
