import type { Organization } from '../../identity/organization.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { existing } from '../endpoints/change-endpoint.ts';
import { endpointRead } from '../endpoints/endpoint.ts';
import { requireDeveloper } from '../endpoints/require-developer.ts';
import { deliveryPartition, retriedPartition, WebhookDeliveryEntity } from '../sender/delivery.ts';
import { presentDelivery, type WebhookDeliveryBody } from './present-delivery.ts';

/** Specification, Limits: delivery listing. */
const listed = 50;

/**
 * The deliveries of an endpoint that were attempted last, newest first (specification, List webhook deliveries).
 *
 * Reads no more than twice as many rows as it shows, and misses none. One that was attempted more than once is in the
 * index `retried` by its last attempt. One that was attempted once: first attempts begin in the order of the ids, so that
 * whatever has a later id was attempted later. Either is among the newest fifty of its kind if it is among those of all.
 * @throws ServiceError NOT_FOUND, the same for another organization's; DEVELOPER_FEATURE_DISABLED
 */
export async function listWebhookDeliveries(
  { store }: Pick<Runtime, 'store'>,
  organization: Organization,
  endpointId: string,
): Promise<WebhookDeliveryBody[]> {
  requireDeveloper(organization);
  const { organizationId } = organization;
  const [endpoint, newest, retried] = await Promise.all([
    store.get(endpointRead(organizationId, endpointId)),
    store.range(WebhookDeliveryEntity, {
      partition: deliveryPartition(organizationId, endpointId),
      newestFirst: true,
      limit: listed,
    }),
    store.newestRetried(WebhookDeliveryEntity, retriedPartition({ organizationId, endpointId }), listed),
  ]);
  existing(endpoint);
  // The index may be behind: of a row that is in both, the table's is shown.
  const byId = new Map([...retried, ...newest.items].map((delivery) => [delivery.deliveryId, delivery]));
  return [...byId.values()]
    .sort((a, b) => b.lastAttemptAt - a.lastAttemptAt || b.sequence - a.sequence)
    .slice(0, listed)
    .map(presentDelivery);
}
