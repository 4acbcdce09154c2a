import type { ServiceError } from '../../ground/errors/service-error.ts';
import { replace, type Write } from '../../ground/table/writes.ts';
import { bindKey, checkClaim, completeKey, removeRecord } from '../idempotency/completion.ts';
import { guardWrite } from '../idempotency/duplicate-guard.ts';
import { auditRow, auditWrites, deedOf } from '../rows/audit-row.ts';
import type { JournalDraft } from './draft.ts';
import type { SettledExecution } from './execution.ts';
import { HeadEntity } from './head.ts';

/** What a decision returns: an answer, a refusal that is committed with its changes, or an intent. */
export type Outcome<Answer = unknown> =
  | { readonly reply: Answer & { readonly status: number; readonly body: unknown }; readonly resourceId?: string }
  | { readonly refusal: ServiceError; readonly resourceId?: string }
  /**
   * There is no answer yet: the idempotency key is bound to an intent, whose settlement answers. An intent that binds a
   * resource leaves the key to the request.
   */
  | { readonly intentId: string; readonly binds?: 'resource'; readonly resourceId?: string };

/** The most writes that TransactWriteItems accepts. */
export const maxWrites = 100;

/**
 * All writes of one change of state, for one transaction: the completion of the idempotency record (first, so that its
 * refusal can be distinguished from a lost race), the head, the entities with their ledger rows and events, checks of
 * what was only read, the duplicate guard and the audit row.
 */
export function commitWrites(
  draft: JournalDraft,
  checks: readonly Write[],
  outcome: Outcome,
  execution: SettledExecution,
): Write[] {
  const { readVersion, next } = draft.headMove;
  return [
    ...claimWrites(execution, outcome, draft.now),
    replace(HeadEntity, { ...next, version: readVersion }),
    ...draft.writes,
    ...checks,
    ...guardWrites(draft, outcome, execution),
    ...auditWritesOf(execution, outcome, draft.now),
  ];
}

/** A commit of items outside the journal, such as quotes. It does not contend for the head. */
export function writesWithoutHead(
  writes: readonly Write[],
  outcome: Outcome,
  execution: SettledExecution,
  at: number,
): Write[] {
  return [...claimWrites(execution, outcome, at), ...writes, ...auditWritesOf(execution, outcome, at)];
}

/**
 * A commit that leaves the head unchanged.
 * @throws Error for a draft that changes the head, and for a request with a duplicate guard, which is identified by the
 * head's version
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

function claimWrites({ claim, audit }: SettledExecution, outcome: Outcome, at: number): Write[] {
  if (!claim) return [];
  if ('intentId' in outcome) return [outcome.binds ? checkClaim(claim) : bindKey(claim, outcome.intentId)];
  if ('refusal' in outcome) return [removeRecord(claim)];
  const { reply, resourceId } = outcome;
  return [completeKey(claim, { reply, did: audit && deedOf(audit, resourceId) }, at)];
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

function auditWritesOf({ audit }: SettledExecution, outcome: Outcome, at: number): Write[] {
  if (!audit) return [];
  const errorType = 'refusal' in outcome ? outcome.refusal.type : undefined;
  return auditWrites(auditRow(audit, { resourceId: outcome.resourceId, errorType }, at));
}
