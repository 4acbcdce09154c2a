import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { enableWebhookEndpoint } from '../../shared/webhooks/endpoints/enable-webhook-endpoint.ts';
import { WebhookEndpointView } from '../../shared/webhooks/endpoints/present-endpoint.ts';

export const endpoint = defineEndpoint({
  operation: 'enableWebhookEndpoint',
  summary: 'Pause or resume a webhook endpoint',
  description:
    'Paused, it is sent nothing, and events go on being recorded. Resuming clears its health, sends what was recorded ' +
    'meanwhile and goes on with retries where they stood. Its secret stays. What is so already stays as it is.',
  method: 'POST',
  path: '/organizations/{orgId}/webhook-endpoints/{endpointId}/enabled',
  callers: ['session'],
  permission: 'webhooks.manage',
  audit: 'webhook_endpoint.enable',
  body: z
    .strictObject({ enabled: z.boolean().meta({ description: 'False pauses it, true resumes it.' }) })
    .meta({ id: 'EnableWebhookEndpoint', description: 'Whether it is sent events.' }),
  responses: { 200: { description: 'The endpoint.', schema: WebhookEndpointView } },
  errors: ['NOT_FOUND', 'DEVELOPER_FEATURE_DISABLED'],
  handle: ({ body: { enabled }, parameters: { endpointId }, organization: { organizationId }, runtime, execution }) =>
    enableWebhookEndpoint(runtime, { organizationId, endpointId }, enabled, execution),
});
