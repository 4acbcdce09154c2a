import { Entity } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { ServiceError } from '../errors/service-error.ts';
import { ttlSeconds } from '../runtime/clock.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { ConditionFailed } from '../table/refusals.ts';
import { table } from '../table/table.ts';

/** A nonce or challenge that was used. Kept until its timestamp is out of the window anyway. */
const SingleUseEntity = new Entity({
  name: 'singleUse',
  table,
  timestamps: false,
  schema: item({ use: string().key(), token: string(), ttl: number() }),
  computeKey: ({ use }: { use: string }) => ({ pk: `NONCE#${use}`, sk: 'NONCE' }),
});

/** Twice the timestamp window: a signed timestamp may lie five minutes ahead. */
const retentionMs = 11 * 60 * 1000;

/**
 * Spends a nonce or a challenge (specification, Authentication, Direct flow, rules).
 * @throws ServiceError SIGNATURE_REPLAYED
 */
export async function spend({ ids, store }: Runtime, use: string, now: number): Promise<void> {
  const token = ids.token();
  try {
    await store.put(
      SingleUseEntity,
      { use, token, ttl: ttlSeconds(now + retentionMs) },
      {
        ConditionExpression: 'attribute_not_exists(pk) OR #ttl < :now',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':now': Math.floor(now / 1000) },
      },
    );
  } catch (error) {
    // The SDK repeats a write whose answer was lost: then the stored token is our own.
    if (error instanceof ConditionFailed && error.item?.token === token) return;
    if (!(error instanceof ConditionFailed)) throw error;
    throw new ServiceError('SIGNATURE_REPLAYED', 'this signature was received before; nothing ran twice');
  }
}
