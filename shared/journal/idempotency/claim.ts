import { ServiceError } from '../../ground/errors/service-error.ts';
import { conditionOf, equals, type Predicate } from '../../ground/table/conditions.ts';
import { absent, type Condition, refTo } from '../../ground/table/expressions.ts';
import { ConditionFailed } from '../../ground/table/refusals.ts';
import { updateOf } from '../../ground/table/update-expression.ts';
import { settling } from '../../ground/time/time-left.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type IdempotencyRecord, IdempotencyRecordEntity, lockMs, type StoredResponse } from './record.ts';
import { type ResponsePlace, unsealBody } from './sealed-response.ts';
import { adviceFor, type Subject } from './subject.ts';

/** A request that carries an idempotency key. */
export interface KeyedRequest extends ResponsePlace {
  /** SHA-256 of method, path and body, and of the caller if only the caller may have the answer. */
  readonly hash: string;
  readonly requestId: string;
  readonly subject?: Subject | undefined;
}

/** The right to execute a key once. Only its owner can complete the record. */
export interface IdempotencyClaim extends KeyedRequest {
  readonly owner: string;
}

export type ClaimOutcome = { readonly claim: IdempotencyClaim } | { readonly replay: StoredResponse };

type ClaimRuntime = Pick<Runtime<'sealing'>, 'clock' | 'ids' | 'store' | 'secrets'>;

/**
 * Starts the record of a key, or finds the result of its first execution (specification, Endpoints, common rule 3). If
 * an execution has died, another one takes over after the lock has expired. The first one can no longer commit then.
 * @throws ServiceError IDEMPOTENCY_KEY_CONFLICT, IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS, IDEMPOTENCY_UNAVAILABLE;
 * PAYOUT_OUTCOME_UNKNOWN with status 409, while an execution whose caller got this error may still take effect, or
 * while the intent that the key is bound to is not settled
 */
export async function claimKey(runtime: ClaimRuntime, request: KeyedRequest): Promise<ClaimOutcome> {
  const now = runtime.clock();
  const claim: IdempotencyClaim = { ...request, owner: runtime.ids.token() };
  try {
    await runtime.store.put(IdempotencyRecordEntity, runningRecord(claim, now), absent);
    return { claim };
  } catch (error) {
    if (!(error instanceof ConditionFailed)) return releaseAndFail(runtime, claim, error);
    const found = error.item as IdempotencyRecord | undefined;
    if (found?.owner === claim.owner) return { claim };
    if (!found) throw inProgress(0);
    return settleFound(runtime, claim, found, now);
  }
}

async function settleFound(
  runtime: ClaimRuntime,
  claim: IdempotencyClaim,
  found: IdempotencyRecord,
  now: number,
): Promise<ClaimOutcome> {
  if (found.hash !== claim.hash) {
    throw new ServiceError('IDEMPOTENCY_KEY_CONFLICT', 'this idempotency key was used for a different request');
  }
  if (found.state === 'completed') return { replay: await storedResponse(runtime, claim, found, now) };
  const isLocked = found.lockedUntil > now;
  if (found.state === 'bound' && isLocked) throw inProgress(found.lockedUntil - now);
  // A record that is bound to an intent, or whose state only a later release knows, is neither executed here nor taken
  // over.
  if (found.state !== 'running') throw stillUnknown(claim, found);
  if (isLocked) throw found.outcomeUnknown ? stillUnknown(claim, found) : inProgress(found.lockedUntil - now);
  return takeOver(runtime, claim, found, now);
}

async function storedResponse(
  { secrets }: ClaimRuntime,
  claim: IdempotencyClaim,
  { response, replayedUntil = 0 }: IdempotencyRecord,
  now: number,
): Promise<StoredResponse> {
  if (response && replayedUntil > now) {
    // Another process may have sealed the response with a key that this process has not read yet.
    const keys = response.sealed && claim.sealingKeys && (await secrets.sealingKeys(response.body));
    const body = unsealBody(keys ? { ...claim, sealingKeys: keys } : claim, response);
    return { status: response.status, body };
  }
  throw new ServiceError(
    'IDEMPOTENCY_KEY_CONFLICT',
    'this idempotency key has expired: it was executed more than 7 days ago and is never executed again',
  );
}

async function takeOver(
  runtime: ClaimRuntime,
  claim: IdempotencyClaim,
  found: IdempotencyRecord,
  now: number,
): Promise<ClaimOutcome> {
  try {
    await runtime.store.put(IdempotencyRecordEntity, runningRecord(claim, now), ownedBy(found.owner));
    return { claim };
  } catch (error) {
    if (!(error instanceof ConditionFailed)) return releaseAndFail(runtime, claim, error);
    if (error.item?.owner === claim.owner) return { claim };
    throw inProgress(0);
  }
}

/**
 * The record may have been written although the answer was lost. It is released, so that the caller need not wait for
 * its lock to expire.
 */
async function releaseAndFail(runtime: ClaimRuntime, claim: IdempotencyClaim, cause: unknown): Promise<never> {
  await settling(() => releaseRecord(runtime, claim)).catch(() => undefined);
  throw unavailable(cause);
}

/**
 * Frees a key for another request. A record that was completed, bound to an intent or taken over stays.
 * @returns `kept` when the execution of this claim has completed or bound the record
 */
export async function releaseRecord(
  { store }: Pick<Runtime, 'store'>,
  claim: IdempotencyClaim,
): Promise<'released' | 'kept'> {
  try {
    await store.remove(recordRef(claim), ownedBy(claim.owner));
    return 'released';
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return hasTakenEffect(claim, error.item) ? 'kept' : 'released';
  }
}

/** Whether a record shows that the commit of a claim took effect. */
export function hasTakenEffect(
  { owner }: Pick<IdempotencyClaim, 'owner'>,
  record: Readonly<Record<string, unknown>> | undefined,
): boolean {
  return record?.owner === owner && record.state !== 'running';
}

/**
 * Takes back a key that this execution has freed, to complete it after all.
 * @throws ConditionFailed if the key is held, by this execution or by another one that has started in the meantime
 */
export async function holdAgain(
  { clock, store }: Pick<Runtime, 'clock' | 'store'>,
  claim: IdempotencyClaim,
): Promise<void> {
  await store.put(IdempotencyRecordEntity, runningRecord(claim, clock()), absent);
}

/**
 * Marks the record of an execution with an unknown outcome, so that a replay gets this answer even before the lock
 * expires. A record that was completed, bound or taken over stays unchanged.
 */
export async function markUnknown({ store }: Pick<Runtime, 'store'>, claim: IdempotencyClaim): Promise<void> {
  const mark = updateOf<IdempotencyRecord>({ set: { outcomeUnknown: true } }, isOwnedBy(claim.owner));
  await store.update(recordRef(claim), mark).catch((error) => {
    if (!(error instanceof ConditionFailed)) throw error;
  });
}

export function recordRef({ organizationId, key }: ResponsePlace) {
  return refTo(IdempotencyRecordEntity, { organizationId, key });
}

/** A condition that holds while the execution may still complete the record. */
export function ownedBy(owner: string): Condition {
  return conditionOf<IdempotencyRecord>(isOwnedBy(owner));
}

export function isOwnedBy(owner: string): Predicate<IdempotencyRecord> {
  return equals({ owner, state: 'running' });
}

function runningRecord(
  { organizationId, key, hash, owner, requestId }: IdempotencyClaim,
  now: number,
): IdempotencyRecord {
  return { organizationId, key, hash, owner, state: 'running', lockedUntil: now + lockMs, requestId };
}

function inProgress(remainingMs: number): ServiceError {
  return new ServiceError(
    'IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS',
    'the first request with this idempotency key is still running',
    { retryAfterSeconds: Math.max(1, Math.min(2, Math.ceil(remainingMs / 1000))) },
  );
}

function stillUnknown({ subject }: IdempotencyClaim, { requestId }: IdempotencyRecord): ServiceError {
  return new ServiceError(
    'PAYOUT_OUTCOME_UNKNOWN',
    `the outcome of the first request with this idempotency key is not known yet; in a few seconds ${adviceFor(subject)}`,
    { status: 409, extras: { originalRequestId: requestId } },
  );
}

function unavailable(cause: unknown): ServiceError {
  return new ServiceError(
    'IDEMPOTENCY_UNAVAILABLE',
    'the idempotency key could not be recorded; nothing was executed',
    { retryAfterSeconds: 1, cause },
  );
}
