import { updateOf } from '../../ground/table/update-expression.ts';
import { removeIf, updateIf, type Write } from '../../ground/table/writes.ts';
import { type Claim, isOwnedBy, ownedBy, recordRead } from './claim.ts';
import { type IdempotencyRecord, responseRetentionMs } from './record.ts';
import { sealedBody } from './sealed-response.ts';

/**
 * The write that makes the execution of a key final, as part of the commit: the record of this owner becomes completed
 * and keeps the response for replays. It refuses the commit of an execution that was taken over.
 */
export function completeKey(claim: Claim, { status, body }: { status: number; body: unknown }, at: number): Write {
  const response = { status, ...sealedBody(claim, JSON.stringify(body)) };
  const set = { state: 'completed', response, replayedUntil: at + responseRetentionMs } as const;
  return updateIf(recordRead(claim), updateOf<IdempotencyRecord>({ set }, isOwnedBy(claim.owner)));
}

/** The write that frees the key within a commit whose answer is a refusal. */
export function removeRecord(claim: Claim): Write {
  return removeIf(recordRead(claim), ownedBy(claim.owner));
}
