import type { ServiceError } from '../../ground/errors/service-error.ts';
import { create, replace, type Write } from '../../ground/table/writes.ts';
import type { Claim } from '../idempotency/claim.ts';
import { bindKey, checkClaim, completeKey, removeRecord } from '../idempotency/completion.ts';
import { guardWrite } from '../idempotency/duplicate-guard.ts';
import { AuditEventEntity } from '../rows/audit-event.ts';
import { auditRow } from '../rows/audit-row.ts';
import type { JournalDraft } from './draft.ts';
import type { SettledExecution } from './execution.ts';
import { HeadEntity } from './head.ts';

/** The result of a decision beside its changes: an answer, a refusal that is committed with them, or an intent. */
export type Outcome<Answer = unknown> =
  | { readonly reply: Answer & { readonly status: number; readonly body: unknown }; readonly resourceId?: string }
  | { readonly refusal: ServiceError; readonly resourceId?: string }
  /**
   * There is no answer yet: the idempotency key is bound to an intent, whose settlement answers. An intent that binds a
   * resource leaves the key to the request.
   */
  | { readonly intentId: string; readonly binds?: 'resource'; readonly resourceId?: string };

/** The limit of TransactWriteItems. */
export const maxWrites = 100;

/**
 * Everything that one change of state consists of, as one transaction: the completion of the idempotency record (first,
 * so that its refusal can be told from a lost race), the head, the entities with their ledger rows and events, checks
 * of what was only read, the duplicate guard and the audit row.
 */
export function commitWrites(
  draft: JournalDraft,
  checks: readonly Write[],
  outcome: Outcome,
  execution: SettledExecution,
): Write[] {
  const { readVersion, next } = draft.headMove;
  return [
    ...claimWrites(execution.claim, outcome, draft.now),
    replace(HeadEntity, { ...next, version: readVersion }),
    ...draft.writes,
    ...checks,
    ...guardWrites(draft, outcome, execution),
    ...auditWrites(execution, outcome),
  ];
}

/** A commit of things that are outside the journal, such as quotes: it does not contend on the head. */
export function writesWithoutHead(
  writes: readonly Write[],
  outcome: Outcome,
  execution: SettledExecution,
  at: number,
): Write[] {
  return [...claimWrites(execution.claim, outcome, at), ...writes, ...auditWrites(execution, outcome)];
}

/**
 * A commit that leaves the head alone.
 * @throws Error for a draft that moves the head, and for a request with a duplicate guard, which is known by the head's version
 */
export function commitAside(
  draft: JournalDraft,
  checks: readonly Write[],
  outcome: Outcome,
  execution: SettledExecution,
): Write[] {
  if (!draft.leavesHead || execution.guard) throw new Error('this commit has to move the head');
  return writesWithoutHead([...draft.writes, ...checks], outcome, execution, draft.now);
}

function claimWrites(claim: Claim | undefined, outcome: Outcome, at: number): Write[] {
  if (!claim) return [];
  if ('intentId' in outcome) return [outcome.binds ? checkClaim(claim) : bindKey(claim, outcome.intentId)];
  return ['reply' in outcome ? completeKey(claim, outcome.reply, at) : removeRecord(claim)];
}

function guardWrites({ head, headVersion, now }: JournalDraft, outcome: Outcome, execution: SettledExecution): Write[] {
  const { guard, foundGuard } = execution;
  if (!guard || 'refusal' in outcome) return [];
  const { organizationId } = head;
  return [
    guardWrite(guard, {
      organizationId,
      at: now,
      headVersion,
      resourceId: outcome.resourceId,
      found: foundGuard,
      mayBeTakenBack: 'intentId' in outcome,
    }),
  ];
}

function auditWrites({ audit }: SettledExecution, outcome: Outcome): Write[] {
  if (!audit) return [];
  const errorType = 'refusal' in outcome ? outcome.refusal.type : undefined;
  return [create(AuditEventEntity, auditRow(audit, { resourceId: outcome.resourceId, errorType }))];
}
