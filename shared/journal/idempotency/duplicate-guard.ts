import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { anyOf, atMost, conditionOf, itemAbsent } from '../../ground/table/conditions.ts';
import { read } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';
import { putIf, type Write } from '../../ground/table/writes.ts';
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

/** Specification, Limits: duplicate-body guard window. */
const windowMs = 15 * 60 * 1000;

export function guardRead(organizationId: string, { hash }: GuardedRequest) {
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

/** The write that makes the second of two identical requests lose the race. */
export function guardWrite(
  organizationId: string,
  request: GuardedRequest,
  resourceId: string | undefined,
  at: number,
): Write {
  const expiresAt = at + windowMs;
  const guard: DuplicateGuard = {
    organizationId,
    hash: request.hash,
    idempotencyKey: request.idempotencyKey,
    ...(isOriginal(request, resourceId) && { resourceId }),
    expiresAt,
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
