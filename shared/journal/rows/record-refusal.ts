import type { ErrorType } from '../../ground/errors/catalog.ts';
import { absent } from '../../ground/table/expressions.ts';
import { ConditionFailed } from '../../ground/table/refusals.ts';
import type { Store } from '../../ground/table/store.ts';
import { AuditEventEntity } from './audit-event.ts';
import { type AuditedRequest, auditRow } from './audit-row.ts';

type Writer = Pick<Store, 'put'>;

/** Writes the audit row of a refusal, unless a commit wrote the request's row. */
export function recordRefusal(store: Writer, request: AuditedRequest, errorType: ErrorType): Promise<void> {
  return put(store, request, { errorType });
}

/** Writes the audit row of something that is done without a commit. */
export function recordSuccess(store: Writer, request: AuditedRequest, resourceId?: string): Promise<void> {
  return put(store, request, { resourceId });
}

async function put(store: Writer, request: AuditedRequest, result: Parameters<typeof auditRow>[1]): Promise<void> {
  await store.put(AuditEventEntity, auditRow(request, result), absent).catch((fault) => {
    if (!(fault instanceof ConditionFailed)) throw fault;
  });
}
