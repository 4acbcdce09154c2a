import type { Organization } from '../../identity/organization.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { requireEndpoint } from '../endpoints/change-endpoint.ts';
import { endpointRef } from '../endpoints/endpoint.ts';
import { requireDeveloper } from '../endpoints/require-developer.ts';
import { deliveryPartition, retriedPartition, WebhookDeliveryEntity } from '../sender/delivery.ts';
import { presentDelivery, type WebhookDeliveryBody } from './present-delivery.ts';

/** See the specification, Limits: delivery listing. */
const listed = 50;

/**
 * Returns the most recently attempted deliveries of an endpoint, newest first (specification, List webhook deliveries).
 *
 * It reads at most twice as many rows as it shows, and misses none. Deliveries that were attempted more than once are
 * in the index `retried`, sorted by their last attempt. Deliveries that were attempted once sort by their ids, because
 * first attempts start in the order of the ids. A delivery among the newest fifty overall is also among the newest
 * fifty of its group.
 * @throws ServiceError NOT_FOUND, also for another organization's endpoint; DEVELOPER_FEATURE_DISABLED
 */
export async function listWebhookDeliveries(
  { store }: Pick<Runtime, 'store'>,
  organization: Organization,
  endpointId: string,
): Promise<WebhookDeliveryBody[]> {
  requireDeveloper(organization);
  const { organizationId } = organization;
  const [endpoint, newest, retried] = await Promise.all([
    store.get(endpointRef(organizationId, endpointId)),
    store.range(WebhookDeliveryEntity, {
      partition: deliveryPartition(organizationId, endpointId),
      newestFirst: true,
      limit: listed,
    }),
    store.newestRetried(WebhookDeliveryEntity, retriedPartition({ organizationId, endpointId }), listed),
  ]);
  requireEndpoint(endpoint);
  // The index may lag behind, so if a delivery is found in both, the row of the table is used.
  const byId = new Map([...retried, ...newest.items].map((delivery) => [delivery.deliveryId, delivery]));
  return [...byId.values()]
    .sort((a, b) => b.lastAttemptAt - a.lastAttemptAt || b.sequence - a.sequence)
    .slice(0, listed)
    .map(presentDelivery);
}
