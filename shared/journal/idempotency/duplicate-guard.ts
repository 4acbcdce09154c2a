import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { type ErrorExtras, ServiceError } from '../../ground/errors/service-error.ts';
import { anyOf, atMost, conditionOf, equals, itemAbsent, notExists } from '../../ground/table/conditions.ts';
import { type Condition, refTo } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';
import { checkIf, putIf, removeIf, type Write } from '../../ground/table/writes.ts';
import { ttlSeconds } from '../../ground/time/clock.ts';
import type { Subject } from './subject.ts';

/**
 * Records that a request body was executed recently, and under which idempotency key. It is written in the commit, so
 * it exists only if the request took effect.
 */
export const DuplicateGuardEntity = new Entity({
  name: 'duplicateGuard',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    hash: string().key(),
    idempotencyKey: string(),
    /** The only caller who gets the answer again. Absent if every API key of the organization does. */
    owner: string().optional(),
    /** What the request created. The stored name is from a time when this was always a payout. */
    resourceId: string().optional().savedAs('payoutId'),
    /** Milliseconds. */
    expiresAt: number(),
    /**
     * The overwritten guards, most recent first. They apply again if the request turns out not to have been executed.
     */
    before: list(
      map({
        idempotencyKey: string(),
        owner: string().optional(),
        resourceId: string().optional(),
        expiresAt: number(),
      }),
    ).optional(),
    /** Version of the head in the commit that wrote this guard. Absent if an earlier release wrote it. */
    headVersion: number().optional(),
    ttl: number(),
  }),
  computeKey: ({ organizationId, hash }: { organizationId: string; hash: string }) => ({
    pk: `DUPLICATE#${organizationId}#${hash}`,
    sk: 'DUPLICATE',
  }),
});

export type DuplicateGuard = FormattedItem<typeof DuplicateGuardEntity>;

/** The properties of a request that the guard needs. */
export interface GuardedRequest {
  /**
   * SHA-256 of what duplicates share: method, path and body, unless the domain defines it more precisely. Never
   * includes the caller.
   */
  readonly hash: string;
  readonly idempotencyKey: string;
  /** The only caller who gets the answer again. Undefined if every API key of the organization does. */
  readonly owner?: string | undefined;
  /** `X-Allow-Duplicate: true` was sent. */
  readonly allowDuplicate: boolean;
  readonly subject?: Subject | undefined;
}

/** One execution that a guard names. */
type Original = Pick<DuplicateGuard, 'idempotencyKey' | 'owner' | 'resourceId' | 'expiresAt'>;

/**
 * The maximum number of overwritten guards that are kept. Nobody intentionally sends more identical requests in 15
 * minutes.
 */
const mostOverwritten = 10;

/** Specification, Limits: duplicate-body guard window. */
const windowMs = 15 * 60 * 1000;

export function guardRef(organizationId: string, { hash }: Pick<GuardedRequest, 'hash'>) {
  return refTo(DuplicateGuardEntity, { organizationId, hash });
}

/**
 * Refuses a request if an identical one was executed within the last 15 minutes (specification, Errors, Duplicate
 * handling).
 * @throws ServiceError DUPLICATE_REQUEST_DETECTED
 */
export function refuseDuplicate(request: GuardedRequest, found: DuplicateGuard | undefined, at: number): void {
  if (!found || found.expiresAt <= at || request.allowDuplicate) return;
  const original = request.subject?.original;
  const extras = original && found.resourceId ? { [original.field]: found.resourceId } : {};
  if (found.owner !== request.owner) throw sentByAnother(extras);
  throw new ServiceError(
    'DUPLICATE_REQUEST_DETECTED',
    'an identical request was executed under another idempotency key within the last 15 minutes; nothing was executed',
    { extras: { originalIdempotencyKey: found.idempotencyKey, ...extras } },
  );
}

/** The error names no key, because the answer belongs to another caller (docs/adr/0075). */
function sentByAnother(extras: ErrorExtras): ServiceError {
  return new ServiceError(
    'DUPLICATE_REQUEST_DETECTED',
    'another person, or an API key, sent an identical request within the last 15 minutes; nothing was executed',
    {
      extras,
      resolution: 'Look at what the other request did. If two are meant, add X-Allow-Duplicate: true.',
    },
  );
}

/** The properties of a commit that its guard needs. */
interface Guarding {
  readonly organizationId: string;
  /** Milliseconds. */
  readonly at: number;
  /** Version of the head after the commit. */
  readonly headVersion: number;
  readonly resourceId: string | undefined;
  /** The guard as the decision read it. */
  readonly found: DuplicateGuard | undefined;
  /** Whether the request may still turn out not to have been executed. */
  readonly mayBeTakenBack: boolean;
}

/** The write that makes the second of two identical requests lose the race. */
export function guardWrite(
  request: GuardedRequest,
  { organizationId, at, headVersion, resourceId, found, mayBeTakenBack }: Guarding,
): Write {
  const overwritten = mayBeTakenBack ? originalsOf(found) : [];
  const before = overwritten.filter((original) => original.expiresAt > at).slice(0, mostOverwritten);
  const expiresAt = at + windowMs;
  const guard: DuplicateGuard = {
    organizationId,
    hash: request.hash,
    idempotencyKey: request.idempotencyKey,
    ...(request.owner !== undefined && { owner: request.owner }),
    ...(isOriginal(request, resourceId) && { resourceId }),
    expiresAt,
    ...(before.length > 0 && { before }),
    headVersion,
    ttl: ttlSeconds(expiresAt),
  };
  return putIf(DuplicateGuardEntity, guard, asRead(request.allowDuplicate ? found : undefined, at));
}

/**
 * Holds while the guard is as it was read, or absent or expired if none was found. The version of the head does not
 * prove this, because a batch may have read the guard before a commit and the head after it.
 */
function asRead(found: DuplicateGuard | undefined, at: number): Condition {
  if (!found) return conditionOf<DuplicateGuard>(anyOf(itemAbsent, atMost({ expiresAt: at })));
  const { headVersion } = found;
  return conditionOf<DuplicateGuard>(headVersion === undefined ? notExists('headVersion') : equals({ headVersion }));
}

/** Whether the refusal of a duplicate would name the resource. */
function isOriginal({ subject }: GuardedRequest, resourceId: string | undefined): boolean {
  return subject?.original !== undefined && resourceId?.startsWith(subject.original.idPrefix) === true;
}

/** A commit that takes back the guard of a request. */
interface TakingBack extends Pick<Guarding, 'organizationId' | 'at' | 'headVersion' | 'found'> {
  readonly hash: string;
  readonly idempotencyKey: string;
}

/**
 * The write that takes back the guard of a request that was not executed after all. The guard that it had overwritten
 * applies again. If the guard no longer names the request, the write only checks that the guard is unchanged.
 */
export function takeBackGuard({ organizationId, hash, idempotencyKey, headVersion, at, found }: TakingBack): Write {
  const wanted = guardRef(organizationId, { hash });
  const condition = asRead(found, at);
  const originals = originalsOf(found);
  const left = originals.filter((original) => original.idempotencyKey !== idempotencyKey);
  if (left.length === originals.length) return checkIf(wanted, condition);
  const [last, ...before] = left;
  if (!last) return removeIf(wanted, condition);
  const ttl = ttlSeconds(last.expiresAt);
  const guard = { organizationId, hash, ...last, ...(before.length > 0 && { before }), headVersion, ttl };
  return putIf(DuplicateGuardEntity, guard, condition);
}

function originalsOf(guard: DuplicateGuard | undefined): Original[] {
  if (!guard) return [];
  const { idempotencyKey, owner, resourceId, expiresAt, before = [] } = guard;
  const original = { idempotencyKey, expiresAt, ...(owner && { owner }), ...(resourceId && { resourceId }) };
  return [original, ...before];
}
