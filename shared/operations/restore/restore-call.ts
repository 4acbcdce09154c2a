import type { OperationCall } from '../../contract/operation.ts';
import type { AuditedRequest } from '../../journal/rows/audit-row.ts';
import type { Runtime } from '../../ports/runtime.ts';

export interface RestoreWish {
  /** The restore point, milliseconds. */
  readonly sinceMs: number;
  /** Writes back what can be written back. */
  readonly settle: boolean;
  /** Releases what this check keeps suspended and now finds settled. */
  readonly release: boolean;
}

/** A call of the check, and how what it does is audited. */
export interface RestoreCall extends RestoreWish {
  readonly runtime: Runtime;
  /** Each change has an audit row, and so an id, of its own. */
  readonly auditAs: (organizationId: string, action?: string) => AuditedRequest;
}

export function restoreCall({ runtime, auditOf }: OperationCall, wish: RestoreWish): RestoreCall {
  const auditAs: RestoreCall['auditAs'] = (organizationId, action) => {
    const audited = auditOf(organizationId);
    return { ...audited, ...(action && { action }), requestId: runtime.ids.next('req', audited.at) };
  };
  return { ...wish, runtime, auditAs };
}
