import type { ErrorType } from '../../ground/errors/catalog.ts';
import { absent } from '../../ground/table/expressions.ts';
import { ConditionFailed, TransactionRefused } from '../../ground/table/refusals.ts';
import { timeByTable } from '../../ground/table/table-clock.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { AuditEventEntity } from './audit-event.ts';
import { type AuditedRequest, auditRow, auditWrites } from './audit-row.ts';

type Writer = Pick<Runtime, 'clock' | 'ids' | 'store'>;

/** Writes the audit row of a refusal, unless a commit has already written the request's row. */
export function recordRefusal(runtime: Writer, request: AuditedRequest, errorType: ErrorType): Promise<void> {
  return put(runtime, request, { errorType });
}

/** Writes the audit row of something that is done without a commit. */
export function recordSuccess(runtime: Writer, request: AuditedRequest, resourceId?: string): Promise<void> {
  return put(runtime, request, { resourceId });
}

/** A process with a wrong clock commits nothing, but its refusals are audited with the table's time. */
async function put(runtime: Writer, request: AuditedRequest, result: Parameters<typeof auditRow>[1]): Promise<void> {
  const { ids, store } = runtime;
  const row = auditRow(request, result, timeByTable(runtime));
  const written =
    row.datedAt === undefined
      ? store.put(AuditEventEntity, row, absent)
      : store.transact(auditWrites(row), ids.token());
  await written.catch((fault) => {
    if (!isWrittenBefore(fault)) throw fault;
  });
}

function isWrittenBefore(fault: unknown): boolean {
  if (fault instanceof TransactionRefused) return fault.refusals.at(-1)?.code === 'ConditionalCheckFailed';
  return fault instanceof ConditionFailed;
}
