import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { NewWebhookEndpoint } from '../../shared/webhooks/endpoints/endpoint-request.ts';
import { RegisteredWebhookEndpointView } from '../../shared/webhooks/endpoints/present-endpoint.ts';
import { registerWebhookEndpoint } from '../../shared/webhooks/endpoints/register-webhook-endpoint.ts';

export const endpoint = defineEndpoint({
  operation: 'registerSandboxWebhookEndpoint',
  summary: 'Register a webhook endpoint with a test key',
  description:
    'As by session: it is sent every event of the sandbox organization that it wants from now on, signed with the `secret` of ' +
    'this answer, which is shown once. An organization has at most 50 endpoints; they are removed by session.',
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
