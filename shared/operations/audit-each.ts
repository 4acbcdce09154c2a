import type { OperationCall } from '../contract/operation.ts';
import type { AuditedRequest } from '../journal/rows/audit-row.ts';

/** Gives each change of a call that makes several changes its own audit row, and therefore its own id. */
export type AuditAs = (organizationId: string, action?: string) => AuditedRequest;

export function auditEach({ runtime, auditOf }: Pick<OperationCall, 'runtime' | 'auditOf'>): AuditAs {
  return (organizationId, action) => {
    const audited = auditOf(organizationId);
    return { ...audited, ...(action && { action }), requestId: runtime.ids.next('req', audited.at) };
  };
}
