import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { WebhookEndpointView } from '../../shared/webhooks/endpoints/present-endpoint.ts';
import { removeWebhookEndpoint } from '../../shared/webhooks/endpoints/remove-webhook-endpoint.ts';

export const endpoint = defineEndpoint({
  operation: 'removeWebhookEndpoint',
  summary: 'Remove a webhook endpoint',
  description:
    'Nothing is sent to it any more, retries of failed deliveries included, and its deliveries can no longer be listed.',
  method: 'DELETE',
  path: '/organizations/{orgId}/webhook-endpoints/{endpointId}',
  callers: ['session'],
  permission: 'webhooks.manage',
  audit: 'webhook_endpoint.remove',
  responses: { 200: { description: 'The endpoint as it was.', schema: WebhookEndpointView } },
  errors: ['NOT_FOUND', 'DEVELOPER_FEATURE_DISABLED'],
  handle: ({ parameters: { endpointId }, organization: { organizationId }, runtime, execution }) =>
    removeWebhookEndpoint(runtime, { organizationId, endpointId }, execution),
});
