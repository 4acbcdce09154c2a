import { conditionOf, equals } from '../../ground/table/conditions.ts';
import { absent, refTo } from '../../ground/table/expressions.ts';
import { refuseUnknown } from '../../ground/table/known-values.ts';
import { checkIf, type Write } from '../../ground/table/writes.ts';
import type { ClaimedWork } from '../../journal/due/claim-work.ts';
import { endClaim } from '../../journal/due/end-claim.ts';
import { endWork } from '../../journal/due/end-work.ts';
import { withClaim } from '../../journal/due/with-claim.ts';
import { EventEntity } from '../../journal/rows/event.ts';
import type { Hint } from '../../ports/hint-queue.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import { cursorRef } from '../endpoints/cursor.ts';
import { endpointRef } from '../endpoints/endpoint.ts';
import { nextAttempt } from '../endpoints/ladder.ts';
import { holdDelivery } from '../offering/held-deliveries.ts';
import { attemptDelivery } from '../sender/attempt-delivery.ts';
import {
  type DeliveryKey,
  deliveryOfWork,
  deliveryRef,
  type WebhookDelivery,
  WebhookDeliveryEntity,
} from '../sender/delivery.ts';
import { type Retry, settleAccepted, settleDead, settleFailed } from './settle-retry.ts';

/** Attempts a delivery that is due (specification, Events, Retries). */
export function retryDelivery(runtime: WorkerRuntime<'sealing' | 'receivers'>, hint: Hint): Promise<void> {
  return withClaim(runtime, hint, (work) => retryClaimed(runtime, work));
}

async function retryClaimed(runtime: WorkerRuntime<'sealing' | 'receivers'>, work: ClaimedWork): Promise<void> {
  const { store } = runtime;
  const key = deliveryOfWork(work);
  const { delivery, endpoint, cursor } = await store.getAll({
    delivery: deliveryRef(key),
    endpoint: endpointRef(key.organizationId, key.endpointId),
    cursor: cursorRef(key.organizationId, key.endpointId),
  });
  if (!endpoint || !cursor) return void (await endClaim(store, work));
  refuseUnknown(WebhookDeliveryEntity, delivery);
  if (!delivery || isOver(delivery)) return endWork(runtime, work, stillOver(key, delivery));
  if (!endpoint.enabled) return holdDelivery(runtime, work, endpoint);
  await attempt(runtime, { work, delivery, endpoint, cursor });
}

function isOver({ status }: WebhookDelivery): boolean {
  return status === 'succeeded' || status === 'dead';
}

/** Returns a check that refuses its transaction if the delivery has appeared or was replayed in the meantime. */
function stillOver(key: DeliveryKey, found: WebhookDelivery | undefined): Write {
  const wanted = deliveryRef(key);
  if (!found) return checkIf(wanted, absent);
  const { generation, status } = found;
  return checkIf(wanted, conditionOf<WebhookDelivery>(equals({ generation, status })));
}

async function attempt(runtime: WorkerRuntime<'sealing' | 'receivers'>, retry: Retry): Promise<void> {
  const { delivery, endpoint } = retry;
  const { organizationId, sequence } = delivery;
  const event = await runtime.store.get(refTo(EventEntity, { organizationId, sequence }));
  if (!event) throw new Error('the event of a delivery is not in the feed');
  const at = runtime.clock();
  const answer = await attemptDelivery(runtime, endpoint, event);
  const attempted = { answer, at, tries: delivery.attempt + 1 };
  if (answer.accepted) return settleAccepted(runtime, retry, attempted);
  const dueAt = nextAttempt(endpoint.endpointId, attempted.tries, runtime.clock());
  if (dueAt === undefined) await settleDead(runtime, retry, attempted);
  else await settleFailed(runtime, retry, attempted, dueAt);
}
