import { conditionOf, equals } from '../../ground/table/conditions.ts';
import { absent } from '../../ground/table/expressions.ts';
import { updateOf } from '../../ground/table/update-expression.ts';
import { checkIf, putIf, removeIf, updateIf, type Write } from '../../ground/table/writes.ts';
import type { Deed } from '../rows/audit-row.ts';
import { type IdempotencyClaim, isOwnedBy, ownedBy, recordRef } from './claim.ts';
import { type IdempotencyRecord, IdempotencyRecordEntity, responseRetentionMs } from './record.ts';
import { type ResponsePlace, sealedBody } from './sealed-response.ts';

/** An answer to store for replays, and what the request did. */
interface Completion {
  readonly reply: { readonly status: number; readonly body: unknown };
  readonly did?: Deed | undefined;
}

/**
 * The write that makes the execution of a key final, as part of the commit. It completes the record of this owner and
 * stores the response for replays. If the execution was taken over, it refuses the commit.
 */
export function completeKey(claim: IdempotencyClaim, completion: Completion, at: number): Write {
  const set = completed(claim, completion, at);
  return updateIf(recordRef(claim), updateOf<IdempotencyRecord>({ set }, isOwnedBy(claim.owner)));
}

/** The write that frees the key within a commit whose answer is a refusal. */
export function removeRecord(claim: IdempotencyClaim): Write {
  return removeIf(recordRef(claim), ownedBy(claim.owner));
}

/** The write that binds the key to an intent. From then on, only the settlement of the intent ends the record. */
export function bindKey(claim: IdempotencyClaim, intentId: string): Write {
  const set = { state: 'bound', intentId } as const;
  return updateIf(recordRef(claim), updateOf<IdempotencyRecord>({ set }, isOwnedBy(claim.owner)));
}

/** Writes nothing. Refuses the commit of an execution that was taken over. */
export function checkClaim(claim: IdempotencyClaim): Write {
  return checkIf(recordRef(claim), ownedBy(claim.owner));
}

/** The write that completes the record of a settled intent. */
export function completeBoundKey(place: ResponsePlace, intentId: string, completion: Completion, at: number): Write {
  const set = completed(place, completion, at);
  return updateIf(recordRef(place), updateOf<IdempotencyRecord>({ set }, equals({ state: 'bound', intentId })));
}

/** The write that frees the key of an intent that was refused. */
export function removeBoundRecord(place: ResponsePlace, intentId: string): Write {
  return removeIf(recordRef(place), conditionOf<IdempotencyRecord>(equals({ state: 'bound', intentId })));
}

/**
 * The write that records a key as executed although the record of its execution was lost. A running record is replaced,
 * because its execution has ended.
 * @param found the record as it was read
 * @returns undefined if the key is already completed or bound
 */
export function restoreKey(
  { organizationId, idempotencyKey, hash, requestId }: RestoredKey,
  found: IdempotencyRecord | undefined,
  completion: Completion,
  at: number,
): Write | undefined {
  if (found && found.state !== 'running') return undefined;
  const place = { organizationId, key: idempotencyKey };
  const record = { ...place, hash, requestId, owner: requestId, lockedUntil: at, ...completed(place, completion, at) };
  return putIf(IdempotencyRecordEntity, record, found ? ownedBy(found.owner) : absent);
}

interface RestoredKey {
  readonly organizationId: string;
  readonly idempotencyKey: string;
  readonly hash: string;
  /** The request that restores the record. */
  readonly requestId: string;
}

function completed(place: ResponsePlace, { reply: { status, body }, did }: Completion, at: number) {
  const response = { status, ...sealedBody(place, JSON.stringify(body)) };
  return { state: 'completed', response, replayedUntil: at + responseRetentionMs, ...(did && { did }) } as const;
}
