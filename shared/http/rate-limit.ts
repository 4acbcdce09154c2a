import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { type RateClass, rateLimits } from '../contract/rate-classes.ts';
import { ServiceError } from '../ground/errors/service-error.ts';
import { itemExists } from '../ground/table/conditions.ts';
import { absent, refTo } from '../ground/table/expressions.ts';
import { ConditionFailed } from '../ground/table/refusals.ts';
import { table } from '../ground/table/table.ts';
import { updateOf } from '../ground/table/update-expression.ts';
import { ttlSeconds } from '../ground/time/clock.ts';
import type { EdgeRuntime, Runtime } from '../ports/runtime.ts';

const RateCounterEntity = new Entity({
  name: 'rateCounter',
  table,
  timestamps: false,
  schema: item({ counter: string().key(), used: number(), ttl: number() }),
  computeKey: ({ counter }: { counter: string }) => ({ pk: `RATE#${counter}`, sk: 'RATE' }),
});

type RateCounter = FormattedItem<typeof RateCounterEntity>;

const windowMs = 60_000;

/** A request to count. */
export interface CountedRequest {
  readonly credential: string;
  readonly rateClass: RateClass;
  /** Milliseconds. */
  readonly now: number;
}

/** The number of a class's requests that a credential has sent in this minute, including the counted one. */
export interface RateCount {
  readonly rateClass: RateClass;
  /** The maximum number of requests in a window: the limit of the class, or the higher limit set by an operator. */
  readonly limit: number;
  /** More than `limit` if the request is refused. */
  readonly used: number;
  /** Seconds until the window ends, from 1 to 60. */
  readonly secondsLeft: number;
}

/** Counts a request in its class, whether or not the limit is reached. */
export async function countRequest(
  { store, rateLimitOverride }: Pick<EdgeRuntime, 'store' | 'rateLimitOverride'>,
  request: CountedRequest,
): Promise<RateCount> {
  const { rateClass, now } = request;
  const { window, counter } = counterOf(request);
  const count = updateOf<RateCounter>({ add: { used: 1 }, set: { counter, ttl: ttlOf(window) } });
  const { used } = await store.update(refTo(RateCounterEntity, { counter }), count);
  const limit = Math.max(rateLimits[rateClass], rateLimitOverride ?? 0);
  return { rateClass, limit, used, secondsLeft: Math.ceil(((window + 1) * windowMs - now) / 1000) };
}

/** @throws ServiceError RATE_LIMITED with the seconds until the window ends */
export function refuseBeyondLimit({ limit, used, secondsLeft }: RateCount): void {
  if (used <= limit) return;
  throw new ServiceError('RATE_LIMITED', `more than ${limit} requests in a minute`, {
    retryAfterSeconds: secondsLeft,
  });
}

/** Returns headers about the count of a request (draft-ietf-httpapi-ratelimit-headers, 3 and 4). */
export function rateHeaders({ rateClass, limit, used, secondsLeft }: RateCount): Record<string, string> {
  return {
    'ratelimit-policy': `"${rateClass}";q=${limit};w=${windowMs / 1000}`,
    ratelimit: `"${rateClass}";r=${Math.max(0, limit - used)};t=${secondsLeft}`,
  };
}

/** Takes a count back, because the request was not sent by the holder of the credential. */
export async function uncountRequest({ store }: Pick<Runtime, 'store'>, request: CountedRequest): Promise<void> {
  const { counter } = counterOf(request);
  await store.update(refTo(RateCounterEntity, { counter }), updateOf<RateCounter>({ add: { used: -1 } }, itemExists));
}

/**
 * @returns whether the request is the credential's first refused one in this minute; true only once, even for
 * concurrent requests
 */
export async function isFirstRefusal(
  { store }: Pick<Runtime, 'store'>,
  { credential, now }: Omit<CountedRequest, 'rateClass'>,
): Promise<boolean> {
  const window = Math.floor(now / windowMs);
  const refusal = { counter: `${credential}#refused#${window}`, used: 1, ttl: ttlOf(window) };
  try {
    await store.put(RateCounterEntity, refusal, absent);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}

function ttlOf(window: number): number {
  return ttlSeconds((window + 2) * windowMs);
}

function counterOf({ credential, rateClass, now }: CountedRequest) {
  const window = Math.floor(now / windowMs);
  return { window, counter: `${credential}#${rateClass}#${window}` };
}
