import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { eventTypes } from '../../shared/journal/rows/event.ts';
import { sendTestWebhook, TestEventView } from '../../shared/webhooks/deliveries/send-test-webhook.ts';

export const endpoint = defineEndpoint({
  operation: 'sendTestWebhook',
  summary: 'Send an example to a webhook endpoint',
  description:
    'Sends one signed example of any event type, even if the endpoint is paused or did not select the type, and ' +
    'returns the result within five seconds. The example has `sequence` 0 and is not in the feed; it creates no ' +
    'delivery record and does not affect the health of the endpoint.',
  method: 'POST',
  path: '/organizations/{orgId}/webhook-endpoints/{endpointId}/test',
  callers: ['session'],
  permission: 'webhooks.manage',
  audit: 'webhook_endpoint.test',
  body: z
    .strictObject({ type: z.enum(eventTypes).meta({ description: 'The event type of the example.' }) })
    .meta({ id: 'TestWebhook', description: 'The example to send.' }),
  responses: { 200: { description: 'What the endpoint answered.', schema: TestEventView } },
  errors: ['NOT_FOUND', 'DEVELOPER_FEATURE_DISABLED'],
  uses: ['sealing', 'receivers'],
  handle: ({ parameters: { endpointId }, body: { type }, organization, runtime, execution }) =>
    sendTestWebhook(runtime, organization, { endpointId, type }, execution),
});
