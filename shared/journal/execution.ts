import type { AuditedRequest } from '../audit/audit-row.ts';
import type { GuardedRequest } from '../duplicates/guard.ts';
import type { ClaimOutcome } from '../idempotency/claim.ts';

/** What a request brings along to its commit. A worker's commit has none. */
export interface Execution {
  /** Absent without an idempotency key. Begun already: it runs beside the decision's reads. */
  readonly claim?: Promise<ClaimOutcome>;
  readonly guard?: GuardedRequest;
  readonly audit?: AuditedRequest;
}
