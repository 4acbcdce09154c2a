import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { ServiceError } from '../ground/errors/service-error.ts';
import { anyOf, conditionOf, equals, itemAbsent, lessThan } from '../ground/table/conditions.ts';
import { refTo } from '../ground/table/expressions.ts';
import { ConditionFailed } from '../ground/table/refusals.ts';
import { table } from '../ground/table/table.ts';
import { ttlSeconds } from '../ground/time/clock.ts';
import type { Runtime } from '../ports/runtime.ts';

/** A used nonce or challenge. The row is kept until its timestamp has left the window. */
const SingleUseEntity = new Entity({
  name: 'singleUse',
  table,
  timestamps: false,
  schema: item({ use: string().key(), token: string(), ttl: number() }),
  computeKey: ({ use }: { use: string }) => ({ pk: `NONCE#${use}`, sk: 'NONCE' }),
});

type SingleUse = FormattedItem<typeof SingleUseEntity>;

/** Twice the timestamp window plus a minute, because a signed timestamp may be five minutes ahead. */
const retentionMs = 11 * 60 * 1000;

/**
 * Records that a nonce or a challenge is used (specification, Authentication, Direct flow, rules).
 * @returns a function that frees it again, for a call that was not executed and may be sent again
 * @throws ServiceError SIGNATURE_REPLAYED
 */
export async function recordUse(
  { ids, store }: Pick<Runtime, 'ids' | 'store'>,
  use: string,
  now: number,
): Promise<() => Promise<void>> {
  const token = ids.token();
  const release = () => store.remove(refTo(SingleUseEntity, { use }), conditionOf<SingleUse>(equals({ token })));
  const isUnused = anyOf<SingleUse>(itemAbsent, lessThan({ ttl: Math.floor(now / 1000) }));
  try {
    await store.put(
      SingleUseEntity,
      { use, token, ttl: ttlSeconds(now + retentionMs) },
      conditionOf<SingleUse>(isUnused),
    );
    return release;
  } catch (error) {
    // The SDK repeats a write whose response was lost. The stored token is then our own.
    if (error instanceof ConditionFailed && error.item?.token === token) return release;
    if (!(error instanceof ConditionFailed)) throw error;
    throw new ServiceError('SIGNATURE_REPLAYED', 'this signature was already received; nothing ran twice');
  }
}
