import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { WebhookEndpointView } from '../../shared/webhooks/endpoints/present-endpoint.ts';
import { removeWebhookEndpoint } from '../../shared/webhooks/endpoints/remove-webhook-endpoint.ts';

export const endpoint = defineEndpoint({
  operation: 'removeWebhookEndpoint',
  summary: 'Remove a webhook endpoint',
  description:
    'The endpoint receives nothing more, including retries of failed deliveries, and its deliveries can no longer be listed.',
  method: 'DELETE',
  path: '/organizations/{orgId}/webhook-endpoints/{endpointId}',
  callers: ['session'],
  permission: 'webhooks.manage',
  audit: 'webhook_endpoint.remove',
  responses: { 200: { description: 'The endpoint before it was removed.', schema: WebhookEndpointView } },
  errors: ['NOT_FOUND', 'DEVELOPER_FEATURE_DISABLED'],
  handle: ({ parameters: { endpointId }, organization: { organizationId }, runtime, execution }) =>
    removeWebhookEndpoint(runtime, { organizationId, endpointId }, execution),
});
