import { reply } from '../../contract/reply.ts';
import { removeAt, removeIf } from '../../ground/table/writes.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import { cancelWork } from '../../journal/due/due-work.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { changeEndpoint, type FoundEndpoint } from './change-endpoint.ts';
import { cursorRef } from './cursor.ts';
import type { EndpointKey } from './endpoint.ts';
import { endpointRef, endpointWork } from './endpoint.ts';
import { presentEndpoint, type WebhookEndpointBody } from './present-endpoint.ts';

/**
 * Removes an endpoint. Its deliveries stay, and a worker that retries one finds that the endpoint is gone.
 * @throws ServiceError NOT_FOUND, ACCOUNT_BLOCKED, DEVELOPER_FEATURE_DISABLED
 */
export function removeWebhookEndpoint(runtime: Runtime, key: EndpointKey, execution: Execution) {
  return changeEndpoint(runtime, key, decideRemoval, execution);
}

function decideRemoval(
  { organization, endpoint, cursor }: FoundEndpoint,
  draft: JournalDraft,
): Outcome<{ status: 200; body: WebhookEndpointBody }> {
  const { organizationId, webhookEndpoints = 0 } = organization;
  const { endpointId } = endpoint;
  draft.write(
    removeAt(endpointRef(organizationId, endpointId), endpoint),
    removeIf(cursorRef(organizationId, endpointId), {}),
    cancelWork(endpointWork(endpoint)),
  );
  draft.changeOrganization({ ...organization, webhookEndpoints: webhookEndpoints - 1 });
  return { reply: reply(200, presentEndpoint(endpoint, cursor)), resourceId: endpointId };
}
