import { ttlSeconds } from '../runtime/clock.ts';
import { create, removeIf, updateIf, type Write } from '../table/writes.ts';
import { type Claim, ownedBy, recordRead } from './claim.ts';
import { responseRetentionMs, StoredResponseEntity } from './record.ts';

/**
 * The writes that make a key's execution final, part of the commit: the record of this owner becomes completed, and the
 * response is kept for replays. They refuse the commit of an execution that was taken over.
 */
export function completeKey(claim: Claim, reply: { status: number; body: unknown }, at: number): Write[] {
  const { organizationId, key } = claim;
  const condition = ownedBy(claim.owner);
  return [
    updateIf(recordRead(claim), {
      ...condition,
      UpdateExpression: 'SET #state = :completed',
      ExpressionAttributeValues: { ...condition.ExpressionAttributeValues, ':completed': 'completed' },
    }),
    create(StoredResponseEntity, {
      organizationId,
      key,
      status: reply.status,
      body: JSON.stringify(reply.body),
      ttl: ttlSeconds(at + responseRetentionMs),
    }),
  ];
}

/** The write that frees the key within a commit whose answer is a refusal. */
export function freeKey(claim: Claim): Write {
  return removeIf(recordRead(claim), ownedBy(claim.owner));
}
