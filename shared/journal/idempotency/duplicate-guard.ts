import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { anyOf, atMost, conditionOf, itemAbsent } from '../../ground/table/conditions.ts';
import { read } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';
import { putIf, removeIf, type Write } from '../../ground/table/writes.ts';
import { ttlSeconds } from '../../ground/time/clock.ts';
import type { Subject } from './subject.ts';

/**
 * Records that a body was executed recently, and under which idempotency key. It is part of the commit, so it exists
 * only if something happened.
 */
export const DuplicateGuardEntity = new Entity({
  name: 'duplicateGuard',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    hash: string().key(),
    idempotencyKey: string(),
    /** What the request made. It was always a payout when the attribute got its name. */
    resourceId: string().optional().savedAs('payoutId'),
    /** Milliseconds. */
    expiresAt: number(),
    /**
     * What this guard has overwritten, the last one first: it holds again if the request turns out not to have been
     * executed.
     */
    before: list(map({ idempotencyKey: string(), resourceId: string().optional(), expiresAt: number() })).optional(),
    ttl: number(),
  }),
  computeKey: ({ organizationId, hash }: { organizationId: string; hash: string }) => ({
    pk: `DUPLICATE#${organizationId}#${hash}`,
    sk: 'DUPLICATE',
  }),
});

export type DuplicateGuard = FormattedItem<typeof DuplicateGuardEntity>;

/** What the guard needs to know about a request. */
export interface GuardedRequest {
  /** SHA-256 of method, path and body, and of the caller where only the caller may have the answer. */
  readonly hash: string;
  readonly idempotencyKey: string;
  /** `X-Allow-Duplicate: true` was sent. */
  readonly allowDuplicate: boolean;
  readonly subject?: Subject | undefined;
}

/** One execution that a guard names. */
type Original = Pick<DuplicateGuard, 'idempotencyKey' | 'resourceId' | 'expiresAt'>;

/** Of the guards that one has overwritten: more identical requests than anybody means to send in 15 minutes. */
const mostOverwritten = 10;

/** Specification, Limits: duplicate-body guard window. */
const windowMs = 15 * 60 * 1000;

export function guardRead(organizationId: string, { hash }: Pick<GuardedRequest, 'hash'>) {
  return read(DuplicateGuardEntity, { organizationId, hash });
}

/**
 * Refuses a request if an identical one was executed within the last 15 minutes (specification, Errors, Duplicate
 * handling).
 * @throws ServiceError DUPLICATE_REQUEST_DETECTED
 */
export function refuseDuplicate(request: GuardedRequest, found: DuplicateGuard | undefined, at: number): void {
  if (!found || found.expiresAt <= at || request.allowDuplicate) return;
  throw new ServiceError(
    'DUPLICATE_REQUEST_DETECTED',
    'an identical request was executed under another idempotency key within the last 15 minutes; nothing was executed',
    {
      extras: {
        originalIdempotencyKey: found.idempotencyKey,
        ...(request.subject?.original && found.resourceId && { [request.subject.original.field]: found.resourceId }),
      },
    },
  );
}

/**
 * The write that makes the second of two identical requests lose the race.
 * @param overwritten the guard that was found, where the request may still turn out not to have been executed
 */
export function guardWrite(
  organizationId: string,
  request: GuardedRequest,
  resourceId: string | undefined,
  at: number,
  overwritten?: DuplicateGuard,
): Write {
  const before = originalsOf(overwritten)
    .filter((original) => original.expiresAt > at)
    .slice(0, mostOverwritten);
  const expiresAt = at + windowMs;
  const guard: DuplicateGuard = {
    organizationId,
    hash: request.hash,
    idempotencyKey: request.idempotencyKey,
    ...(isOriginal(request, resourceId) && { resourceId }),
    expiresAt,
    ...(before.length > 0 && { before }),
    ttl: ttlSeconds(expiresAt),
  };
  if (request.allowDuplicate) return putIf(DuplicateGuardEntity, guard, {});
  const condition = conditionOf<DuplicateGuard>(anyOf(itemAbsent, atMost({ expiresAt: at })));
  return putIf(DuplicateGuardEntity, guard, condition);
}

/** Whether the refusal of a duplicate would name the resource. */
function isOriginal({ subject }: GuardedRequest, resourceId: string | undefined): boolean {
  return subject?.original !== undefined && resourceId?.startsWith(subject.original.idPrefix) === true;
}

/**
 * The writes that take back the guard of a request that was not executed after all: what it had overwritten holds again.
 * Guards change in commits only, so the head's version ensures that the guard is still as it was read.
 */
export function takeBackGuard(found: DuplicateGuard | undefined, idempotencyKey: string): Write[] {
  const originals = originalsOf(found);
  const left = originals.filter((original) => original.idempotencyKey !== idempotencyKey);
  if (!found || left.length === originals.length) return [];
  const { organizationId, hash } = found;
  const [last, ...before] = left;
  if (!last) return [removeIf(read(DuplicateGuardEntity, { organizationId, hash }), {})];
  const ttl = ttlSeconds(last.expiresAt);
  return [
    putIf(DuplicateGuardEntity, { organizationId, hash, ...last, ...(before.length > 0 && { before }), ttl }, {}),
  ];
}

function originalsOf(guard: DuplicateGuard | undefined): Original[] {
  if (!guard) return [];
  const { idempotencyKey, resourceId, expiresAt, before = [] } = guard;
  return [{ idempotencyKey, expiresAt, ...(resourceId && { resourceId }) }, ...before];
}
