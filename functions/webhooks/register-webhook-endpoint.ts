import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { NewWebhookEndpoint } from '../../shared/webhooks/endpoints/endpoint-request.ts';
import { RegisteredWebhookEndpointView } from '../../shared/webhooks/endpoints/present-endpoint.ts';
import { registerWebhookEndpoint } from '../../shared/webhooks/endpoints/register-webhook-endpoint.ts';

export const endpoint = defineEndpoint({
  operation: 'registerWebhookEndpoint',
  summary: 'Register a webhook endpoint',
  description:
    'From now on the endpoint receives every event of the types it selected, signed with the `secret` in this ' +
    'answer, which is shown once. An organization can have at most 50 endpoints; the same URL can be registered ' +
    'more than once.',
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
