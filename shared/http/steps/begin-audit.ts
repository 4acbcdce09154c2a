import { AuditEventEntity } from '../../audit/audit-event.ts';
import { auditRow } from '../../audit/audit-row.ts';
import { Replay } from '../../journal/replay.ts';
import { absent } from '../../table/expressions.ts';
import { ConditionFailed } from '../../table/refusals.ts';
import { actorOf, type Caller, credentialOf } from '../caller.ts';
import type { Exchange } from '../exchange.ts';
import { knownError } from '../known-error.ts';
import type { FailureStep, Step } from '../step.ts';

/** Prepares the audit row of a mutation (specification, Audit event); success is written by the commit itself. */
export const beginAudit: Step = (exchange, { endpoint }) => {
  const organizationId = auditedUnder(exchange);
  if (!endpoint.audit || organizationId === undefined) return;
  exchange.execution = {
    credential: credentialOf(exchange.caller as Caller),
    audit: {
      organizationId,
      requestId: exchange.requestId,
      at: exchange.receivedAt,
      action: endpoint.audit,
      actor: actorOf(exchange.caller as Caller),
    },
  };
};

/** A key's refusals are its own organization's; a person's only where they belong: strangers fill nobody's audit log. */
function auditedUnder({ caller }: Exchange): string | undefined {
  return caller?.kind === 'key' ? caller.key.organizationId : caller?.member?.organizationId;
}

/** Writes the row of a refused mutation, unless the commit wrote it. A replay is no mutation. */
export const auditRefusal: FailureStep = async ({ authenticated, execution }, error, { runtime }) => {
  if (!authenticated || !execution.audit || error instanceof Replay) return;
  const errorType = knownError(error)?.type ?? 'INTERNAL';
  await runtime.store.put(AuditEventEntity, auditRow(execution.audit, { errorType }), absent).catch((fault) => {
    if (!(fault instanceof ConditionFailed)) throw fault;
  });
};
