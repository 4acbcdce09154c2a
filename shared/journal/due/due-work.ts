import { createHash } from 'node:crypto';
import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { allOf, conditionOf, equals, exists, itemExists, type Predicate } from '../../ground/table/conditions.ts';
import { type Condition, refTo, type UpdateExpression } from '../../ground/table/expressions.ts';
import { oneOf } from '../../ground/table/known-values.ts';
import { table } from '../../ground/table/table.ts';
import { type Clauses, updateOf } from '../../ground/table/update-expression.ts';
import { create, putIf, removeIf, updateIf, type Write } from '../../ground/table/writes.ts';
import { type DueKind, dueKinds } from '../../ports/due-kinds.ts';

/**
 * Work that must happen later, written in the same transaction as the change that requires it. Its row is separate from
 * the resource, so that claims of the work and commits on the resource never overwrite each other.
 */
export const DueWorkEntity = new Entity({
  name: 'dueWork',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    kind: oneOf(...dueKinds).key(),
    resourceId: string().key(),
    /** Partition of the `due` index. Absent on a parked row, which waits for a person. */
    dueShard: string().optional(),
    /** Milliseconds: when the work is due. While it is claimed, the end of the lease. */
    dueAt: number().optional(),
    /**
     * Milliseconds: the position of the work in the `due` index, never later than `dueAt`. A claim leaves it, and
     * therefore the index, unchanged.
     */
    dueSlot: number().optional(),
    /** Claims since the last one that succeeded. */
    attempts: number(),
    /** All claims so far. After the first one, the outside system may already have been told. */
    claims: number(),
    /**
     * Milliseconds: when it was first claimed by a release that records this. `claimsBefore` is the number of earlier
     * claims.
     */
    firstClaimedAt: number().optional(),
    claimsBefore: number().optional(),
    /** Token of the worker that holds the claim. */
    claim: string().optional(),
    /** Milliseconds: when this work first found the outside system completely unavailable. */
    unavailableSince: number().optional(),
    /**
     * Milliseconds: the end of an operator's permission to send once more, although the rail may have forgotten the
     * key.
     */
    resendUntil: number().optional(),
    /** Milliseconds: when it was parked. */
    parkedAt: number().optional(),
    /** The keyed request that created it, for work that reports it to an outside system. */
    asked: map({ idempotencyKey: string(), hash: string() }).optional(),
  }),
  computeKey: ({ organizationId, kind, resourceId }: DueKey) => ({
    pk: `DUE#${organizationId}#${kind}#${resourceId}`,
    sk: 'DUE',
  }),
});

export type DueWork = FormattedItem<typeof DueWorkEntity>;

/** The keyed request that created something. */
export type RequestKey = NonNullable<DueWork['asked']>;

export interface DueKey {
  readonly organizationId: string;
  readonly kind: DueKind;
  readonly resourceId: string;
}

/**
 * The precision of the `due` index. Work that becomes due again within the same period costs no write to the index, and
 * a sweep looks at rows that are due up to this much later than necessary.
 */
export const dueSlotMs = 5 * 60 * 1000;

/** When work is due, and its position in the index. */
export function dueTime(dueAt: number) {
  return { dueAt, dueSlot: Math.floor(dueAt / dueSlotMs) * dueSlotMs };
}

/** The number of shards of each kind. With only one, all due work of a kind would share a partition of the index. */
export const dueShardCount = 8;

export function dueShard(kind: DueKind, shard: number): string {
  return `${kind}#${shard}`;
}

function shardOf({ kind, resourceId }: DueKey): string {
  const hash = createHash('sha256').update(resourceId).digest();
  return dueShard(kind, hash.readUInt8() % dueShardCount);
}

export function dueRef(key: DueKey) {
  return refTo(DueWorkEntity, keyOnly(key));
}

/** Writes new due work, as part of the change that requires it. Refused if such work already exists. */
export function scheduleWork(key: DueKey, dueAt: number, asked?: RequestKey): Write {
  return create(DueWorkEntity, { ...newWork(key, dueAt), ...(asked && { asked }) });
}

/**
 * Writes due work that an outside system was already told about at a given time, so that the worker asks before it
 * sends.
 */
export function scheduleHintedWork(key: DueKey, dueAt: number, toldAt: number, asked?: RequestKey): Write {
  const told = { claims: 1, claimsBefore: 0, firstClaimedAt: toldAt };
  return putIf(DueWorkEntity, { ...newWork(key, dueAt), ...told, ...(asked && { asked }) }, {});
}

/** Writes due work, replacing existing work. A worker that holds the previous row loses its claim. */
export function replaceWork(key: DueKey, dueAt: number): Write {
  return putIf(DueWorkEntity, newWork(key, dueAt), {});
}

/** Removes due work, if there is any. */
export function cancelWork(key: DueKey): Write {
  return removeIf(dueRef(key), {});
}

function newWork(key: DueKey, dueAt: number): DueWork {
  return { ...keyOnly(key), dueShard: shardOf(key), ...dueTime(dueAt), attempts: 0, claims: 0 };
}

/** Makes existing work due at another time, and resets its attempts. A worker that holds it loses its claim. */
export function restartWork(key: DueKey, dueAt: number): Write {
  return updateIf(dueRef(key), restartUpdate(key, dueAt));
}

/** The update for {@link restartWork}. Refused when the work no longer exists. */
export function restartUpdate(key: DueKey, dueAt: number): UpdateExpression {
  return updateOf<DueWork>(restart(key, dueAt), itemExists);
}

function restart(key: DueKey, dueAt: number) {
  return {
    set: { ...dueTime(dueAt), dueShard: shardOf(key), attempts: 0 },
    remove: ['claim', 'parkedAt', 'unavailableSince', 'resendUntil'],
  } as const satisfies Clauses<DueWork>;
}

/** Makes parked work due again, and resets its attempts. Refused when it is not parked. */
export function unparkUpdate(key: DueKey, dueAt: number): UpdateExpression {
  return updateOf<DueWork>(restart(key, dueAt), exists('parkedAt'));
}

/** Makes parked work due again, resets its attempts, and permits it to be sent once more until a given time. */
export function allowResendUpdate(key: DueKey, dueAt: number, until: number): UpdateExpression {
  const { set, remove } = restart(key, dueAt);
  return updateOf<DueWork>({ set: { ...set, resendUntil: until }, remove }, exists('parkedAt'));
}

/** Uses up the permission to send once more. Refused if there is none, or if the claim is no longer held. */
export function spendResendUpdate(claim: string): UpdateExpression {
  return updateOf<DueWork>({ remove: ['resendUntil'] }, allOf(isHeldBy(claim), exists('resendUntil')));
}

/**
 * When work was first claimed, in milliseconds. Undefined if the first claim was made by a release that did not record
 * it.
 */
export function firstClaimOf({ firstClaimedAt, claimsBefore }: DueWork): number | undefined {
  return claimsBefore === 0 ? firstClaimedAt : undefined;
}

/** Ends a claim that succeeded, and makes the work due again later. Refused when the claim is no longer held. */
export function rescheduleUpdate(claim: string, dueAt: number): UpdateExpression {
  const set = { ...dueTime(dueAt), attempts: 0 };
  return updateOf<DueWork>({ set, remove: ['claim', 'unavailableSince', 'resendUntil'] }, isHeldBy(claim));
}

/**
 * Ends a claim if neither its holder nor an earlier one has told the outside system anything. The next claim counts as
 * the first. Refused if the claim is no longer held.
 */
export function untoldUpdate(claim: string, dueAt: number): UpdateExpression {
  const set = { ...dueTime(dueAt), attempts: 0, claims: 0 };
  const remove = ['claim', 'unavailableSince', 'resendUntil', 'firstClaimedAt', 'claimsBefore'] as const;
  return updateOf<DueWork>({ set, remove: [...remove] }, isHeldBy(claim));
}

/**
 * Resets the attempts and keeps the claim, because the work has made progress. Refused if the claim is no longer held.
 */
export function keepClaimUpdate(claim: string): UpdateExpression {
  return updateOf<DueWork>({ set: { attempts: 0 } }, isHeldBy(claim));
}

/** Ends a claim that failed. Its attempt stays counted. */
export function postponeUpdate(claim: string, dueAt: number): UpdateExpression {
  return updateOf<DueWork>({ set: dueTime(dueAt), remove: ['claim', 'unavailableSince'] }, isHeldBy(claim));
}

/** Ends a claim that failed because of an outage of the outside system. It does not count as an attempt. */
export function postponeUncountedUpdate({ claim, attempts }: Held, { since, dueAt }: Outage): UpdateExpression {
  const set = { ...dueTime(dueAt), attempts: attempts - 1, unavailableSince: since };
  return updateOf<DueWork>({ set, remove: ['claim'] }, isHeldBy(claim));
}

/** A claim, and the number of attempts so far, including this one. */
type Held = Pick<DueWork, 'attempts'> & { readonly claim: string };

/** Milliseconds: when an outage was first noticed, and when to try again. */
interface Outage {
  readonly since: number;
  readonly dueAt: number;
}

/** Ends a claim and parks the work until a person looks into it. The row leaves the index. */
export function parkUpdate(claim: string, at: number): UpdateExpression {
  const remove = ['claim', 'dueAt', 'dueSlot', 'dueShard', 'unavailableSince', 'resendUntil'] as const;
  return updateOf<DueWork>({ set: { parkedAt: at }, remove }, isHeldBy(claim));
}

/** A condition that is true while the worker still has its claim. */
export function heldBy(claim: string): Condition {
  return conditionOf<DueWork>(isHeldBy(claim));
}

function isHeldBy(claim: string): Predicate<DueWork> {
  return equals({ claim });
}

function keyOnly({ organizationId, kind, resourceId }: DueKey): DueKey {
  return { organizationId, kind, resourceId };
}
