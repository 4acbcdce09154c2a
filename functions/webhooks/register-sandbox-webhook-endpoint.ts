import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { NewWebhookEndpoint } from '../../shared/webhooks/endpoints/endpoint-request.ts';
import { RegisteredWebhookEndpointView } from '../../shared/webhooks/endpoints/present-endpoint.ts';
import { registerWebhookEndpoint } from '../../shared/webhooks/endpoints/register-webhook-endpoint.ts';

export const endpoint = defineEndpoint({
  operation: 'registerSandboxWebhookEndpoint',
  summary: 'Register a webhook endpoint with a test key',
  description:
    'Works like registering in a dashboard session. From now on the endpoint receives every event of the sandbox ' +
    'organization of the types it selected, signed with the `secret` in this answer, which is shown once. An ' +
    'organization can have at most 50 endpoints; removing one requires a dashboard session.',
  method: 'POST',
  path: `${P}/sandbox/webhook-endpoints`,
  callers: ['key'],
  scope: 'write',
  sandboxOnly: true,
  idempotency: 'optional',
  secretResponse: true,
  audit: 'webhook_endpoint.register',
  body: NewWebhookEndpoint,
  responses: { 201: { description: 'The endpoint, with its secret.', schema: RegisteredWebhookEndpointView } },
  errors: ['BAD_REQUEST', 'DEVELOPER_FEATURE_DISABLED'],
  uses: ['receiverAddresses', 'sealing'],
  handle: ({ body, organization: { organizationId }, runtime, execution }) =>
    registerWebhookEndpoint(runtime, organizationId, body, execution),
});
