import { Entity } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { ServiceError } from '../errors/service-error.ts';
import { ttlSeconds } from '../runtime/clock.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { read } from '../table/expressions.ts';
import { table } from '../table/table.ts';

const RateCounterEntity = new Entity({
  name: 'rateCounter',
  table,
  timestamps: false,
  schema: item({ counter: string().key(), used: number(), ttl: number() }),
  computeKey: ({ counter }: { counter: string }) => ({ pk: `RATE#${counter}`, sk: 'RATE' }),
});

/** Requests a minute and credential (specification, Limits). */
export const rateLimits = { standard: 100, 'high-volume': 600, 'batch-submission': 30 } as const;
export type RateClass = keyof typeof rateLimits;

const windowMs = 60_000;

/**
 * Counts a request against its class.
 * @throws ServiceError RATE_LIMITED with the seconds until the window ends
 */
export async function countRequest(
  { store, rateLimitOverride }: Runtime,
  credential: string,
  rateClass: RateClass,
  now: number,
): Promise<void> {
  const window = Math.floor(now / windowMs);
  const counter = `${credential}#${rateClass}#${window}`;
  const { used } = await store.update(read(RateCounterEntity, { counter }), {
    UpdateExpression: 'ADD used :one SET #counter = :counter, #ttl = :ttl',
    ExpressionAttributeNames: { '#counter': 'counter', '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':one': 1, ':counter': counter, ':ttl': ttlSeconds((window + 2) * windowMs) },
  });
  const limit = Math.max(rateLimits[rateClass], rateLimitOverride ?? 0);
  if (used <= limit) return;
  throw new ServiceError('RATE_LIMITED', `more than ${limit} requests in a minute`, {
    retryAfterSeconds: Math.ceil(((window + 1) * windowMs - now) / 1000),
  });
}
