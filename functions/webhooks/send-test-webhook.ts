import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { eventTypes } from '../../shared/journal/rows/event.ts';
import { sendTestWebhook, TestEventView } from '../../shared/webhooks/deliveries/send-test-webhook.ts';

export const endpoint = defineEndpoint({
  operation: 'sendTestWebhook',
  summary: 'Send a webhook endpoint an example',
  description:
    'Sends one signed example of any type, also to an endpoint that is paused or did not ask for the type, and answers what came of ' +
    'it, after five seconds at most. The example has `sequence` 0 and is in no feed; it leaves no delivery and does not count for the ' +
    'health of the endpoint.',
  method: 'POST',
  path: '/organizations/{orgId}/webhook-endpoints/{endpointId}/test',
  callers: ['session'],
  permission: 'webhooks.manage',
  audit: 'webhook_endpoint.test',
  body: z
    .strictObject({ type: z.enum(eventTypes).meta({ description: 'The event type of the example.' }) })
    .meta({ id: 'TestWebhook', description: 'Which example to send.' }),
  responses: { 200: { description: 'What the endpoint answered.', schema: TestEventView } },
  errors: ['NOT_FOUND', 'DEVELOPER_FEATURE_DISABLED'],
  uses: ['sealing', 'receivers'],
  handle: ({ parameters: { endpointId }, body: { type }, organization, runtime, execution }) =>
    sendTestWebhook(runtime, organization, { endpointId, type }, execution),
});
