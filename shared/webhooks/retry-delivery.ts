import { type ClaimedWork, claimWork } from '../due/claim-work.ts';
import { dueRead, heldBy, rescheduled } from '../due/due-work.ts';
import { giveUpForNow } from '../due/give-up.ts';
import type { Hint } from '../due/hint-queue.ts';
import { letGo } from '../due/let-go.ts';
import { EventEntity } from '../events/event.ts';
import type { WorkerRuntime } from '../runtime/runtime.ts';
import { absent, read } from '../table/expressions.ts';
import { ConditionFailed } from '../table/refusals.ts';
import { checkIf, removeIf, updateIf, type Write } from '../table/writes.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { cursorRead, type WebhookCursor } from './cursor.ts';
import { type DeliveryKey, deliveryOfWork, deliveryRead, retriedPartition, type WebhookDelivery } from './delivery.ts';
import { disableDeadEndpoint } from './disable-endpoint.ts';
import { endWork } from './end-work.ts';
import { endpointRead, type WebhookEndpoint } from './endpoint.ts';
import { holdDelivery } from './held-deliveries.ts';
import { nextAttempt, nextProbe } from './ladder.ts';
import { wakeAt } from './offer-to-endpoint.ts';
import { shownAnswer } from './record-first-attempt.ts';
import { settleTogether } from './settle-together.ts';
import { type Clauses, Tally, updateOf } from './tally.ts';
import { tellOfTrouble } from './tell-of-trouble.ts';
import type { WebhookAnswer } from './webhook-sender.ts';

/** Attempts a delivery whose time has come (specification, Events, Retries). */
export async function retryDelivery(runtime: WorkerRuntime, hint: Hint): Promise<void> {
  const work = await claimWork(runtime, hint);
  if (!work) return;
  try {
    await retryClaimed(runtime, work);
  } catch (error) {
    await giveUpForNow(runtime, work, error);
  }
}

/** A delivery with what its attempt needs. */
interface Retry {
  readonly work: ClaimedWork;
  readonly delivery: WebhookDelivery;
  readonly endpoint: WebhookEndpoint;
  readonly cursor: WebhookCursor;
}

async function retryClaimed(runtime: WorkerRuntime, work: ClaimedWork): Promise<void> {
  const { store } = runtime;
  const key = deliveryOfWork(work);
  const { delivery, endpoint, cursor } = await store.getAll({
    delivery: deliveryRead(key),
    endpoint: endpointRead(key.organizationId, key.endpointId),
    cursor: cursorRead(key.organizationId, key.endpointId),
  });
  if (!endpoint || !cursor) return void (await letGo(store, work));
  if (!delivery || isOver(delivery)) return endWork(runtime, work, stillOver(key, delivery));
  if (!endpoint.enabled) return holdDelivery(runtime, work, endpoint);
  await attempt(runtime, { work, delivery, endpoint, cursor });
}

function isOver({ status }: WebhookDelivery): boolean {
  return status === 'succeeded' || status === 'dead';
}

/** Refuses what it is written with once the delivery is there, or is asked for again. */
function stillOver(key: DeliveryKey, found: WebhookDelivery | undefined): Write {
  const wanted = deliveryRead(key);
  if (!found) return checkIf(wanted, absent);
  return checkIf(wanted, {
    ConditionExpression: '#generation = :generation AND #status = :status',
    ExpressionAttributeNames: { '#generation': 'generation', '#status': 'status' },
    ExpressionAttributeValues: { ':generation': found.generation, ':status': found.status },
  });
}

async function attempt(runtime: WorkerRuntime, retry: Retry): Promise<void> {
  const { work, delivery, endpoint } = retry;
  const { organizationId, sequence } = delivery;
  const event = await runtime.store.get(read(EventEntity, { organizationId, sequence }));
  if (!event) throw new Error('the event of a delivery is not in the feed');
  const at = runtime.clock();
  const answer = await attemptDelivery(runtime, endpoint, event);
  const tries = delivery.attempt + 1;
  const dueAt = answer.accepted ? undefined : nextAttempt(endpoint.endpointId, tries, runtime.clock());
  const isDead = !answer.accepted && dueAt === undefined;
  const tally = new Tally();
  tally.add(answer, runtime.clock(), { isDead });
  const settled = await settleTogether(runtime, [
    settledDelivery(delivery, { answer, at, tries, dueAt }),
    dueAt === undefined
      ? removeIf(dueRead(work), heldBy(work.claim))
      : updateIf(dueRead(work), rescheduled(work.claim, dueAt)),
    // A death must not be forgotten by a process that dies here: three of them disable the endpoint.
    ...(isDead ? [healthWrite(endpoint, tally)] : []),
  ]);
  if (settled) await noteHealth(runtime, retry, tally, { isDead, tries });
}

interface Attempted {
  readonly answer: WebhookAnswer;
  readonly at: number;
  readonly tries: number;
  /** Of the next attempt, milliseconds; absent when there is none. */
  readonly dueAt: number | undefined;
}

/** The delivery after an attempt; refused when it was replayed meanwhile, or settled by another worker. */
function settledDelivery(delivery: WebhookDelivery, { answer, at, tries, dueAt }: Attempted): Write {
  const { generation, attempt } = delivery;
  const failed = dueAt === undefined ? 'dead' : 'failed';
  const { ExpressionAttributeNames, ExpressionAttributeValues, ...update } = updateOf({
    set: {
      status: answer.accepted ? 'succeeded' : failed,
      attempt: tries,
      lastAttemptAt: at,
      retriedOf: retriedPartition(delivery),
      ...shownAnswer(answer),
      ...(dueAt !== undefined && { nextAttemptAt: dueAt }),
    },
    remove: ['responseStatus', 'nextAttemptAt'],
  });
  return updateIf(deliveryRead(delivery), {
    ...update,
    ConditionExpression: '#generation = :read AND #attempt = :tried',
    ExpressionAttributeNames: { ...ExpressionAttributeNames, '#generation': 'generation' },
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ':read': generation, ':tried': attempt },
  });
}

function healthWrite({ organizationId, endpointId }: WebhookEndpoint, tally: Tally): Write {
  return updateIf(cursorRead(organizationId, endpointId), {
    ...updateOf(tally.clauses),
    ConditionExpression: 'attribute_exists(pk)',
  });
}

async function noteHealth(
  runtime: WorkerRuntime,
  { endpoint, cursor }: Retry,
  tally: Tally,
  { isDead, tries }: { readonly isDead: boolean; readonly tries: number },
): Promise<void> {
  const { organizationId, endpointId } = endpoint;
  const { store } = runtime;
  if (isDead) {
    const after = await store.get(cursorRead(organizationId, endpointId));
    if (after) await disableDeadEndpoint(runtime, after);
    return;
  }
  const after = await changeCursor(runtime, endpoint, tally.clauses, 'attribute_exists(pk)');
  if (!after) return;
  await tellOfTrouble(runtime, endpoint, after, tries);
  if (cursor.probeAt === undefined) return;
  const now = runtime.clock();
  // It answers again: what was kept back need not wait for the next probe. Or it does not: this was a probe as good as any.
  if (tally.succeededAt !== undefined) await wakeAt(runtime, endpoint, now);
  else await putOffProbe(runtime, endpoint, after, now);
}

async function putOffProbe(
  runtime: WorkerRuntime,
  endpoint: WebhookEndpoint,
  { probes = 0 }: WebhookCursor,
  now: number,
) {
  await changeCursor(runtime, endpoint, { set: { probeAt: nextProbe(probes, now) } }, 'attribute_exists(probeAt)');
}

/** @returns undefined where the condition does not hold */
async function changeCursor(
  { store }: Pick<WorkerRuntime, 'store'>,
  { organizationId, endpointId }: WebhookEndpoint,
  clauses: Clauses,
  ConditionExpression: string,
): Promise<WebhookCursor | undefined> {
  const wanted = cursorRead(organizationId, endpointId);
  return store.update(wanted, { ...updateOf(clauses), ConditionExpression }).catch((error) => {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  });
}
