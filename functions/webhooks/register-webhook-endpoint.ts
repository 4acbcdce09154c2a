import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { NewWebhookEndpoint } from '../../shared/webhooks/endpoints/endpoint-request.ts';
import { RegisteredWebhookEndpointView } from '../../shared/webhooks/endpoints/present-endpoint.ts';
import { registerWebhookEndpoint } from '../../shared/webhooks/endpoints/register-webhook-endpoint.ts';

export const endpoint = defineEndpoint({
  operation: 'registerWebhookEndpoint',
  summary: 'Register a webhook endpoint',
  description:
    'Sends it every event that it wants from now on, signed with the `secret` of this answer, which is shown once. An ' +
    'organization has at most 50 endpoints; the same URL may be registered again.',
  method: 'POST',
  path: '/organizations/{orgId}/webhook-endpoints',
  callers: ['session'],
  permission: 'webhooks.manage',
  secretResponse: true,
  audit: 'webhook_endpoint.register',
  body: NewWebhookEndpoint,
  responses: { 201: { description: 'The endpoint, with its secret.', schema: RegisteredWebhookEndpointView } },
  errors: ['BAD_REQUEST', 'DEVELOPER_FEATURE_DISABLED'],
  uses: ['receiverAddresses', 'sealing'],
  handle: ({ body, organization: { organizationId }, runtime, execution }) =>
    registerWebhookEndpoint(runtime, organizationId, body, execution),
});
