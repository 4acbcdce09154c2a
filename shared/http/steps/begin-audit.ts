import { actorOf, type Caller, checkedAccessOf, isNonMember } from '../../contract/caller.ts';
import type { AnyEndpoint } from '../../contract/endpoint.ts';
import { Replay } from '../../journal/commit/replay.ts';
import { OutcomePending } from '../../journal/intents/outcome-pending.ts';
import { recordRefusal } from '../../journal/rows/record-refusal.ts';
import type { RequestState } from '../request-state.ts';
import type { FailureStep, Step } from '../step.ts';
import { toServiceError } from '../to-service-error.ts';

/**
 * Prepares the audit row of a mutation (specification, Audit event). If the mutation succeeds, its commit writes the
 * row.
 */
export const beginAudit: Step = (state, { endpoint }) => {
  const organizationId = auditedUnder(state, endpoint);
  if (!endpoint.audit || organizationId === undefined) return;
  const asker = checkedAccessOf(state.caller as Caller, state.receivedAt);
  state.execution = {
    ...(asker && { asker }),
    audit: {
      organizationId,
      requestId: state.requestId,
      at: state.receivedAt,
      action: endpoint.audit,
      actor: actorOf(state.caller as Caller),
    },
  };
};

/**
 * Returns the organization whose audit log gets the row: the key's organization, or the one that the person belongs to
 * or joins.
 */
function auditedUnder({ caller, organization }: RequestState, { permission }: AnyEndpoint): string | undefined {
  if (caller?.kind === 'key') return caller.key.organizationId;
  return permission === 'join' ? organization?.organizationId : caller?.member?.organizationId;
}

/**
 * Writes the audit row of a refused mutation, unless the commit wrote it or the settlement of an intent will write it.
 * A replay is not a mutation, and non-members must not be able to flood an audit log.
 */
export const auditRefusal: FailureStep = async ({ authenticated, caller, execution }, error, { runtime }) => {
  if (!authenticated || !execution.audit || isNonMember(caller)) return;
  if (error instanceof Replay || error instanceof OutcomePending) return;
  const errorType = toServiceError(error)?.type ?? 'INTERNAL';
  await recordRefusal(runtime, execution.audit, errorType);
};
