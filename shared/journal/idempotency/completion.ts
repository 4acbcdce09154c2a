import { removeIf, updateIf, type Write } from '../../ground/table/writes.ts';
import { type Claim, ownedBy, recordRead } from './claim.ts';
import { responseRetentionMs } from './record.ts';
import { sealedBody } from './sealed-response.ts';

/**
 * The write that makes the execution of a key final, as part of the commit: the record of this owner becomes completed
 * and keeps the response for replays. It refuses the commit of an execution that was taken over.
 */
export function completeKey(claim: Claim, { status, body }: { status: number; body: unknown }, at: number): Write {
  const condition = ownedBy(claim.owner);
  return updateIf(recordRead(claim), {
    ...condition,
    UpdateExpression: 'SET #state = :completed, #response = :response, replayedUntil = :until',
    ExpressionAttributeNames: { ...condition.ExpressionAttributeNames, '#response': 'response' },
    ExpressionAttributeValues: {
      ...condition.ExpressionAttributeValues,
      ':completed': 'completed',
      ':response': { status, ...sealedBody(claim, JSON.stringify(body)) },
      ':until': at + responseRetentionMs,
    },
  });
}

/** The write that frees the key within a commit whose answer is a refusal. */
export function removeRecord(claim: Claim): Write {
  return removeIf(recordRead(claim), ownedBy(claim.owner));
}
