import type { CheckedAccess } from '../../identity/withdraw-access.ts';
import type { ClaimOutcome, IdempotencyClaim } from '../idempotency/claim.ts';
import type { DuplicateGuard, GuardedRequest } from '../idempotency/duplicate-guard.ts';
import type { Subject } from '../idempotency/subject.ts';
import type { AuditedRequest } from '../rows/audit-row.ts';
import { Replay } from './replay.ts';

/** Everything that a request passes to its commit. A commit without a request has none of it. */
export interface Execution {
  /** The caller whose access must not have been withdrawn by the time of the commit. */
  readonly asker?: CheckedAccess;
  /** The claim of the idempotency key, which runs concurrently with the reads of the decision. Absent without a key. */
  readonly claim?: Promise<ClaimOutcome>;
  /** The idempotency key and the hash of its request, for items that keep them longer than the key's record. */
  readonly keyed?: Pick<GuardedRequest, 'idempotencyKey' | 'hash'>;
  readonly guard?: GuardedRequest;
  /** The kind of thing that the request creates or changes, if declared. Present even without a key. */
  readonly subject?: Subject | undefined;
  readonly audit?: AuditedRequest;
}

/** Adds the request's decisions about keys and payout links to the audit row. */
export function auditing(execution: Execution, said: Pick<AuditedRequest, 'keys' | 'links'>): Execution {
  const { audit } = execution;
  return audit ? { ...execution, audit: { ...audit, ...said } } : execution;
}

/** The key and hash by which a later repetition of the request is recognized. */
export function askedBy({ guard, keyed }: Execution): Execution['keyed'] {
  return guard && keyed;
}

/** An execution whose claim has been settled, and the guard as the decision read it. */
export type SettledExecution = Omit<Execution, 'claim'> & {
  readonly claim?: IdempotencyClaim | undefined;
  readonly foundGuard?: DuplicateGuard | undefined;
};

/** @throws Replay when the idempotency key was already executed */
export async function claimOf(execution: Execution): Promise<IdempotencyClaim | undefined> {
  const outcome = await execution.claim;
  if (outcome && 'replay' in outcome) throw new Replay(outcome.replay);
  return outcome?.claim;
}
