import type { Organization } from '../../identity/organization.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { cursorPartition, WebhookCursorEntity } from './cursor.ts';
import { endpointPartition, maxEndpoints, WebhookEndpointEntity } from './endpoint.ts';
import { presentEndpoint, type WebhookEndpointBody } from './present-endpoint.ts';
import { requireDeveloper } from './require-developer.ts';

/**
 * Returns every endpoint of an organization with its health, newest first, on a single page (specification, List
 * webhook endpoints).
 * @throws ServiceError DEVELOPER_FEATURE_DISABLED
 */
export async function listWebhookEndpoints(
  { store }: Pick<Runtime, 'store'>,
  organization: Organization,
): Promise<{ data: WebhookEndpointBody[] }> {
  requireDeveloper(organization);
  const { organizationId } = organization;
  const all = { newestFirst: true, limit: maxEndpoints };
  const [endpoints, cursors] = await Promise.all([
    store.range(WebhookEndpointEntity, { ...all, partition: endpointPartition(organizationId) }),
    store.range(WebhookCursorEntity, { ...all, partition: cursorPartition(organizationId) }),
  ]);
  const cursorOf = new Map(cursors.items.map((cursor) => [cursor.endpointId, cursor]));
  return { data: endpoints.items.map((endpoint) => presentEndpoint(endpoint, cursorOf.get(endpoint.endpointId))) };
}
