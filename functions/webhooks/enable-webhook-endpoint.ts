import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { enableWebhookEndpoint } from '../../shared/webhooks/endpoints/enable-webhook-endpoint.ts';
import { WebhookEndpointView } from '../../shared/webhooks/endpoints/present-endpoint.ts';

export const endpoint = defineEndpoint({
  operation: 'enableWebhookEndpoint',
  summary: 'Pause or resume a webhook endpoint',
  description:
    'While paused, the endpoint receives nothing, and events are still recorded. Resuming resets its health, ' +
    'sends the events recorded in the meantime and continues pending retries. Its secret does not change. ' +
    'Setting the current state again changes nothing.',
  method: 'POST',
  path: '/organizations/{orgId}/webhook-endpoints/{endpointId}/enabled',
  callers: ['session'],
  permission: 'webhooks.manage',
  audit: 'webhook_endpoint.enable',
  body: z
    .strictObject({ enabled: z.boolean().meta({ description: '`false` pauses the endpoint; `true` resumes it.' }) })
    .meta({ id: 'EnableWebhookEndpoint', description: 'Whether the endpoint receives events.' }),
  responses: { 200: { description: 'The endpoint.', schema: WebhookEndpointView } },
  errors: ['NOT_FOUND', 'DEVELOPER_FEATURE_DISABLED'],
  handle: ({ body: { enabled }, parameters: { endpointId }, organization: { organizationId }, runtime, execution }) =>
    enableWebhookEndpoint(runtime, { organizationId, endpointId }, enabled, execution),
});
