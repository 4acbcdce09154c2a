import { createHash } from 'node:crypto';
import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { allOf, conditionOf, equals, exists, itemExists, type Predicate } from '../../ground/table/conditions.ts';
import { type Condition, read, type UpdateExpression } from '../../ground/table/expressions.ts';
import { oneOf } from '../../ground/table/known-values.ts';
import { table } from '../../ground/table/table.ts';
import { type Clauses, updateOf } from '../../ground/table/update-expression.ts';
import { create, putIf, removeIf, updateIf, type Write } from '../../ground/table/writes.ts';
import { type DueKind, dueKinds } from '../../ports/due-kinds.ts';

/**
 * Something that must happen later, written in the same transaction as the change that needs it. It is a row of its own
 * beside the resource, so that claims of the work and commits on the resource never overwrite each other.
 */
export const DueWorkEntity = new Entity({
  name: 'dueWork',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    kind: oneOf(...dueKinds).key(),
    resourceId: string().key(),
    /** Partition of the `due` index; absent on a parked row, which waits for a person. */
    dueShard: string().optional(),
    /** Milliseconds: when the work is due. While a claim holds, the end of its lease. */
    dueAt: number().optional(),
    /**
     * Milliseconds: where the `due` index has the work, never later than `dueAt`. A claim leaves it alone, and with it
     * the index.
     */
    dueSlot: number().optional(),
    /** Claims since the last one that succeeded. */
    attempts: number(),
    /** All claims so far. After the first one the other side may already have been told. */
    claims: number(),
    /**
     * Milliseconds: when it was first claimed by a release that records this. `claimsBefore` is how many claims came
     * before.
     */
    firstClaimedAt: number().optional(),
    claimsBefore: number().optional(),
    /** Token of the worker that holds the claim. */
    claim: string().optional(),
    /** Milliseconds: when this work first found the other side unavailable as a whole. */
    unavailableSince: number().optional(),
    /**
     * Milliseconds: until then it may be sent once more, by permission of an operator, although the rail may have
     * forgotten its key.
     */
    resendUntil: number().optional(),
    /** Milliseconds: when it was parked. */
    parkedAt: number().optional(),
    /** The keyed request that asked for it, for work that tells an outside system of it. */
    asked: map({ idempotencyKey: string(), hash: string() }).optional(),
  }),
  computeKey: ({ organizationId, kind, resourceId }: DueKey) => ({
    pk: `DUE#${organizationId}#${kind}#${resourceId}`,
    sk: 'DUE',
  }),
});

export type DueWork = FormattedItem<typeof DueWorkEntity>;

/** The keyed request that asked for something. */
export type RequestKey = NonNullable<DueWork['asked']>;

export interface DueKey {
  readonly organizationId: string;
  readonly kind: DueKind;
  readonly resourceId: string;
}

/**
 * How exactly the `due` index is sorted. Work that is due again within the same time costs no write to the index, and a
 * sweep looks at rows that are due so much later than it needs.
 */
export const dueSlotMs = 5 * 60 * 1000;

/** When work is due, and where the index has it. */
export function dueTime(dueAt: number) {
  return { dueAt, dueSlot: Math.floor(dueAt / dueSlotMs) * dueSlotMs };
}

/** Shards of each kind. With only one, all due work of a kind would share a partition of the index. */
export const dueShardCount = 8;

export function dueShard(kind: DueKind, shard: number): string {
  return `${kind}#${shard}`;
}

function shardOf({ kind, resourceId }: DueKey): string {
  const hash = createHash('sha256').update(resourceId).digest();
  return dueShard(kind, hash.readUInt8() % dueShardCount);
}

export function dueRead(key: DueKey) {
  return read(DueWorkEntity, keyOnly(key));
}

/** Writes new due work, as part of the change that needs it. Refused when there is such work already. */
export function scheduleWork(key: DueKey, dueAt: number, asked?: RequestKey): Write {
  return create(DueWorkEntity, { ...newWork(key, dueAt), ...(asked && { asked }) });
}

/** Writes due work of which the other side was told at a time, so that it is asked first. */
export function scheduleToldWork(key: DueKey, dueAt: number, toldAt: number, asked?: RequestKey): Write {
  const told = { claims: 1, claimsBefore: 0, firstClaimedAt: toldAt };
  return putIf(DueWorkEntity, { ...newWork(key, dueAt), ...told, ...(asked && { asked }) }, {});
}

/** Writes due work, in the place of any there is. A worker that holds the former row loses its claim. */
export function replaceWork(key: DueKey, dueAt: number): Write {
  return putIf(DueWorkEntity, newWork(key, dueAt), {});
}

/** Removes due work, if there is any. */
export function cancelWork(key: DueKey): Write {
  return removeIf(dueRead(key), {});
}

function newWork(key: DueKey, dueAt: number): DueWork {
  return { ...keyOnly(key), dueShard: shardOf(key), ...dueTime(dueAt), attempts: 0, claims: 0 };
}

/** Makes existing work due at another time, with no attempts counted. A worker that holds it loses its claim. */
export function restartWork(key: DueKey, dueAt: number): Write {
  return updateIf(dueRead(key), restartUpdate(key, dueAt));
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

/** Makes parked work due again, with no attempts counted. Refused when it is not parked. */
export function unparkUpdate(key: DueKey, dueAt: number): UpdateExpression {
  return updateOf<DueWork>(restart(key, dueAt), exists('parkedAt'));
}

/** The same, and permits the work to be sent once more until a time. */
export function allowResendUpdate(key: DueKey, dueAt: number, until: number): UpdateExpression {
  const { set, remove } = restart(key, dueAt);
  return updateOf<DueWork>({ set: { ...set, resendUntil: until }, remove }, exists('parkedAt'));
}

/** Takes away the permission to send once more. Refused when there is none, or when the claim is no longer ours. */
export function spendResendUpdate(claim: string): UpdateExpression {
  return updateOf<DueWork>({ remove: ['resendUntil'] }, allOf(isHeldBy(claim), exists('resendUntil')));
}

/** When work was first claimed, milliseconds; undefined where a release that did not record it made the first claim. */
export function firstClaimOf({ firstClaimedAt, claimsBefore }: DueWork): number | undefined {
  return claimsBefore === 0 ? firstClaimedAt : undefined;
}

/** Ends a claim that succeeded, and makes the work due again later. Refused when the claim is no longer ours. */
export function rescheduleUpdate(claim: string, dueAt: number): UpdateExpression {
  const set = { ...dueTime(dueAt), attempts: 0 };
  return updateOf<DueWork>({ set, remove: ['claim', 'unavailableSince', 'resendUntil'] }, isHeldBy(claim));
}

/** Ends a claim whose holder has told the other side nothing, as nobody had before: the next claim is the first. Refused when it is no longer ours. */
export function untoldUpdate(claim: string, dueAt: number): UpdateExpression {
  const set = { ...dueTime(dueAt), attempts: 0, claims: 0 };
  const remove = ['claim', 'unavailableSince', 'resendUntil', 'firstClaimedAt', 'claimsBefore'] as const;
  return updateOf<DueWork>({ set, remove: [...remove] }, isHeldBy(claim));
}

/** Counts no attempts so far and keeps the claim: the work has made progress. Refused when the claim is no longer ours. */
export function keepClaimUpdate(claim: string): UpdateExpression {
  return updateOf<DueWork>({ set: { attempts: 0 } }, isHeldBy(claim));
}

/** Ends a claim that failed. Its attempt stays counted. */
export function postponeUpdate(claim: string, dueAt: number): UpdateExpression {
  return updateOf<DueWork>({ set: dueTime(dueAt), remove: ['claim', 'unavailableSince'] }, isHeldBy(claim));
}

/** Ends a claim that failed because of the other side's outage. It is not counted as an attempt. */
export function postponeUncountedUpdate({ claim, attempts }: Held, { since, dueAt }: Outage): UpdateExpression {
  const set = { ...dueTime(dueAt), attempts: attempts - 1, unavailableSince: since };
  return updateOf<DueWork>({ set, remove: ['claim'] }, isHeldBy(claim));
}

/** A claim, and the attempts counted so far, this one included. */
type Held = Pick<DueWork, 'attempts'> & { readonly claim: string };

/** Milliseconds: when an outage was first noticed, and when to try again. */
interface Outage {
  readonly since: number;
  readonly dueAt: number;
}

/** Ends a claim and puts the work aside until a person looks. The row leaves the index. */
export function parkUpdate(claim: string, at: number): UpdateExpression {
  const remove = ['claim', 'dueAt', 'dueSlot', 'dueShard', 'unavailableSince', 'resendUntil'] as const;
  return updateOf<DueWork>({ set: { parkedAt: at }, remove }, isHeldBy(claim));
}

/** Holds while the claim is still ours. */
export function heldBy(claim: string): Condition {
  return conditionOf<DueWork>(isHeldBy(claim));
}

function isHeldBy(claim: string): Predicate<DueWork> {
  return equals({ claim });
}

function keyOnly({ organizationId, kind, resourceId }: DueKey): DueKey {
  return { organizationId, kind, resourceId };
}
