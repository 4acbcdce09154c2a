import { equals } from '../../ground/table/conditions.ts';
import { updateOf } from '../../ground/table/update-expression.ts';
import { removeIf, updateIf, type Write } from '../../ground/table/writes.ts';
import type { ClaimedWork } from '../../journal/due/claim-work.ts';
import { dueRef, heldBy, rescheduleUpdate } from '../../journal/due/due-work.ts';
import { transactWithRetry } from '../../journal/due/transact-with-retry.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import type { WebhookAnswer } from '../../ports/webhook-sender.ts';
import { cursorRef, type WebhookCursor } from '../endpoints/cursor.ts';
import { disableDeadEndpoint } from '../endpoints/disable-endpoint.ts';
import type { WebhookEndpoint } from '../endpoints/endpoint.ts';
import { addHealth, healthWrite } from '../endpoints/endpoint-health.ts';
import { notifyOwners } from '../endpoints/notify-owners.ts';
import { Tally } from '../endpoints/tally.ts';
import { isHeldBack } from '../offering/lanes.ts';
import { moveHeartbeat } from '../offering/offer-to-endpoint.ts';
import { answerFields, measureDelivery } from '../offering/record-first-attempt.ts';
import { deliveryRef, retriedPartition, type WebhookDelivery } from '../sender/delivery.ts';

/** A delivery that is being retried, with its claim, endpoint and cursor. */
export interface Retry {
  readonly work: ClaimedWork;
  readonly delivery: WebhookDelivery;
  readonly endpoint: WebhookEndpoint;
  /** The cursor before the attempt. */
  readonly cursor: WebhookCursor;
}

export interface Attempted {
  readonly answer: WebhookAnswer;
  /** When the attempt started, in milliseconds. */
  readonly at: number;
  /** The number of attempts of this ladder, including this one. */
  readonly tries: number;
}

/**
 * Settles an accepted retry. The health is written before the delivery, because it is correct whatever happens to the
 * delivery. In the other order, a process that dies between the two writes would lose the health, and the endpoint
 * might be disabled although it accepts deliveries.
 */
export async function settleAccepted(
  runtime: WorkerRuntime<'sealing'>,
  retry: Retry,
  attempted: Attempted,
): Promise<void> {
  const { work, delivery, endpoint, cursor } = retry;
  const isMended = isHeldBack(cursor, delivery.eventType);
  await addHealth(runtime, endpoint, tallyOf(runtime, attempted), { isMended });
  const settled = settledDelivery(retry, attempted, { status: 'succeeded' });
  const isFirst = delivery.generation === 1;
  if ((await transactWithRetry(runtime, [removeDue(work), settled])) && isFirst)
    measureDelivery(delivery, runtime.clock());
  // Events that were held back do not have to wait for the next probe.
  if (isMended) await moveHeartbeat(runtime, endpoint, runtime.clock());
}

/** @param dueAt when the next attempt is due, in milliseconds */
export async function settleFailed(
  runtime: WorkerRuntime<'sealing'>,
  retry: Retry,
  attempted: Attempted,
  dueAt: number,
): Promise<void> {
  const { work, endpoint } = retry;
  const settled = await transactWithRetry(runtime, [
    updateIf(dueRef(work), rescheduleUpdate(work.claim, dueAt)),
    settledDelivery(retry, attempted, { status: 'failed', nextAttemptAt: dueAt }),
  ]);
  const after = settled && (await addHealth(runtime, endpoint, tallyOf(runtime, attempted)));
  if (after) await notifyOwners(runtime, endpoint, after, attempted.tries);
}

/**
 * Settles a delivery that is dead. It is counted in the same transaction, because three dead deliveries can disable the
 * endpoint.
 */
export async function settleDead(runtime: WorkerRuntime<'sealing'>, retry: Retry, attempted: Attempted): Promise<void> {
  const { work, endpoint } = retry;
  const settled = await transactWithRetry(runtime, [
    removeDue(work),
    settledDelivery(retry, attempted, { status: 'dead' }),
    healthWrite(endpoint, tallyOf(runtime, attempted, { isDead: true })),
  ]);
  const after = settled && (await runtime.store.get(cursorRef(endpoint.organizationId, endpoint.endpointId)));
  if (after) await disableDeadEndpoint(runtime, after);
}

function tallyOf({ clock }: WorkerRuntime, { answer }: Attempted, { isDead = false } = {}): Tally {
  const tally = new Tally();
  tally.add(answer, clock(), { isDead });
  return tally;
}

function removeDue(work: ClaimedWork): Write {
  return removeIf(dueRef(work), heldBy(work.claim));
}

/**
 * Writes the delivery after an attempt. The write is refused if the delivery was replayed in the meantime, or settled
 * by another worker.
 */
function settledDelivery(
  { delivery }: Retry,
  { answer, at, tries }: Attempted,
  outcome: Pick<WebhookDelivery, 'status' | 'nextAttemptAt'>,
): Write {
  const { generation, attempt } = delivery;
  const set = {
    ...outcome,
    attempt: tries,
    lastAttemptAt: at,
    retriedOf: retriedPartition(delivery),
    ...answerFields(answer),
  };
  const clauses = { set, remove: ['responseStatus', 'nextAttemptAt'] } as const;
  return updateIf(deliveryRef(delivery), updateOf<WebhookDelivery>(clauses, equals({ generation, attempt })));
}
