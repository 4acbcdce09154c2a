import { reply } from '../../contract/reply.ts';
import { ServiceError, validationError } from '../../ground/errors/service-error.ts';
import { create } from '../../ground/table/writes.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import { scheduleWork } from '../../journal/due/due-work.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { newCursor, WebhookCursorEntity } from './cursor.ts';
import { endpointWork, maxEndpoints, type WebhookEndpoint, WebhookEndpointEntity } from './endpoint.ts';
import type { EndpointRequest } from './endpoint-request.ts';
import { heartbeatMs } from './ladder.ts';
import { presentEndpoint, type RegisteredWebhookEndpointBody } from './present-endpoint.ts';
import { requireDeveloper } from './require-developer.ts';
import { newSigningSecret, sealSigningSecret } from './secrets.ts';
import { faultOfSpelling } from './written-as-called.ts';

/**
 * Registers an endpoint. It receives every event that it wants from now on (specification, Webhook management). The
 * response contains its secret; the table stores the secret sealed.
 * @throws ServiceError VALIDATION_ERROR for an address that is not public or not written as it is called; BAD_REQUEST
 * when there are too many endpoints; ACCOUNT_BLOCKED; DEVELOPER_FEATURE_DISABLED
 */
export async function registerWebhookEndpoint(
  runtime: Runtime<'sealing' | 'receiverAddresses'>,
  organizationId: string,
  request: EndpointRequest,
  execution: Execution,
) {
  const fault = runtime.webhooks.faultOf(request.url) ?? faultOfSpelling(request.url);
  if (fault) throw validationError([{ path: 'url', message: fault, code: 'invalid_url' }]);
  const endpointId = runtime.ids.next('we', runtime.clock());
  const secret = newSigningSecret(runtime.ids);
  const named = { ...request, endpointId, secret, sealed: await sealSigningSecret(runtime, endpointId, secret) };
  const outcome = await decideAndCommit(
    runtime,
    { organizationId, reads: {}, decide: ({ organization }, draft) => addEndpoint(organization, named, draft) },
    execution,
  );
  return replyOf(outcome);
}

interface NamedEndpoint extends EndpointRequest {
  readonly endpointId: string;
  readonly secret: string;
  readonly sealed: string;
}

function addEndpoint(
  organization: Organization,
  { endpointId, url, description, events, secret, sealed }: NamedEndpoint,
  draft: JournalDraft,
): Outcome<{ status: 201; body: RegisteredWebhookEndpointBody }> {
  requireDeveloper(organization);
  const { organizationId, webhookEndpoints = 0 } = organization;
  if (webhookEndpoints >= maxEndpoints) {
    throw new ServiceError('BAD_REQUEST', `an organization can have at most ${maxEndpoints} webhook endpoints`);
  }
  const endpoint: WebhookEndpoint = {
    organizationId,
    endpointId,
    version: 1,
    url,
    ...(description !== undefined && { description }),
    events,
    enabled: true,
    secret: sealed,
    createdAt: draft.timestamp,
  };
  const cursor = newCursor(endpoint, draft.head.sequence, draft.now);
  draft.write(
    create(WebhookEndpointEntity, endpoint),
    create(WebhookCursorEntity, cursor),
    scheduleWork(endpointWork(endpoint), draft.now + heartbeatMs),
  );
  // The organization counts its endpoints, so that later decisions know whether it has any.
  draft.changeOrganization({ ...organization, webhookEndpoints: webhookEndpoints + 1 });
  return { reply: reply(201, { ...presentEndpoint(endpoint, cursor), secret }), resourceId: endpointId };
}
