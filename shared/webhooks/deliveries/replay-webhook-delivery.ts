import { reply } from '../../contract/reply.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { equals } from '../../ground/table/conditions.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { refuseUnknown } from '../../ground/table/known-values.ts';
import { retryLostRace } from '../../ground/table/retry-lost-race.ts';
import type { FoundAll } from '../../ground/table/store.ts';
import { updateOf } from '../../ground/table/update-expression.ts';
import { updateIf, type Write } from '../../ground/table/writes.ts';
import { OrganizationEntity } from '../../identity/organization.ts';
import { commitWithoutHead } from '../../journal/commit/commit-without-head.ts';
import { claimOf, type Execution } from '../../journal/commit/execution.ts';
import { replaceWork } from '../../journal/due/due-work.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { requireEndpoint } from '../endpoints/change-endpoint.ts';
import { type EndpointKey, endpointRef } from '../endpoints/endpoint.ts';
import { requireDeveloper } from '../endpoints/require-developer.ts';
import {
  type DeliveryKey,
  deliveryRef,
  deliveryWork,
  type WebhookDelivery,
  WebhookDeliveryEntity,
} from '../sender/delivery.ts';
import { presentDelivery } from './present-delivery.ts';

/** The maximum number of tries if an attempt or another replay changes the delivery first. */
const attempts = 5;
const pauseMs = 25;

/**
 * Replays a delivery, with a new retry ladder and the same event id (specification, Webhook management). It is
 * committed without the head, because it changes nothing in the feed. On a paused endpoint, the delivery waits until
 * the endpoint is resumed.
 * @throws ServiceError NOT_FOUND, also for another organization's delivery; ACCOUNT_BLOCKED; DEVELOPER_FEATURE_DISABLED
 * @throws TransactionRefused when other writes came first in every attempt
 */
export function replayWebhookDelivery(runtime: Runtime, key: DeliveryKey, execution: Execution) {
  const pause = (attempt: number) => runtime.sleep(attempt * pauseMs);
  return retryLostRace(() => replayOnce(runtime, key, execution), { attempts, pause });
}

async function replayOnce(runtime: Runtime, key: DeliveryKey, execution: Execution) {
  const [{ organization, endpoint, delivery }] = await Promise.all([
    runtime.store.getAll({ ...endpointRefs(key), delivery: deliveryRef(key) }),
    claimOf(execution),
  ]);
  refuseReplay({ organization, endpoint });
  if (!delivery) throw new ServiceError('NOT_FOUND', 'no such webhook delivery');
  refuseUnknown(WebhookDeliveryEntity, delivery);
  const now = runtime.clock();
  const outcome = { reply: reply(200, presentDelivery(replayed(delivery, now))), resourceId: delivery.deliveryId };
  return commitWithoutHead(runtime, replayWrites(delivery, now), outcome, execution);
}

/** Returns the items that a replay reads besides the deliveries. */
export function endpointRefs({ organizationId, endpointId }: EndpointKey) {
  return {
    organization: refTo(OrganizationEntity, { organizationId }),
    endpoint: endpointRef(organizationId, endpointId),
  };
}

/** @throws ServiceError NOT_FOUND, ACCOUNT_BLOCKED, DEVELOPER_FEATURE_DISABLED */
export function refuseReplay({ organization, endpoint }: FoundAll<ReturnType<typeof endpointRefs>>): void {
  if (!organization) throw new Error('the organization is gone');
  requireDeveloper(organization);
  requireEndpoint(endpoint);
}

/** Returns the delivery after a replay. The result of its last attempt stays until there is another attempt. */
function replayed(delivery: WebhookDelivery, at: number): WebhookDelivery {
  return { ...delivery, status: 'pending', generation: delivery.generation + 1, attempt: 0, nextAttemptAt: at };
}

/**
 * Starts a new generation of a delivery and schedules its first attempt. A late attempt of the previous generation
 * cannot settle it.
 */
export function replayWrites(delivery: WebhookDelivery, at: number): Write[] {
  const { status, generation, attempt } = replayed(delivery, at);
  const set = { status, generation, attempt, nextAttemptAt: at };
  const update = updateOf<WebhookDelivery>({ set }, equals({ generation: delivery.generation }));
  return [updateIf(deliveryRef(delivery), update), replaceWork(deliveryWork(delivery), at)];
}
