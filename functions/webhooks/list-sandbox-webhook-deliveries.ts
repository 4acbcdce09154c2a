import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { listWebhookDeliveries } from '../../shared/webhooks/deliveries/list-webhook-deliveries.ts';
import { WebhookDeliveryView } from '../../shared/webhooks/deliveries/present-delivery.ts';

export const endpoint = defineEndpoint({
  operation: 'listSandboxWebhookDeliveries',
  summary: 'List webhook deliveries with a test key',
  description:
    'The 50 most recently attempted deliveries, newest first, without payloads. Find the payload in the event feed by `eventId`.',
  method: 'GET',
  path: `${P}/sandbox/webhook-endpoints/{endpointId}/deliveries`,
  callers: ['key'],
  scope: 'read',
  sandboxOnly: true,
  responses: { 200: { description: 'The deliveries.', schema: z.array(WebhookDeliveryView) } },
  errors: ['NOT_FOUND', 'DEVELOPER_FEATURE_DISABLED'],
  index: 'retried',
  handle: async ({ parameters: { endpointId }, organization, runtime }) =>
    reply(200, await listWebhookDeliveries(runtime, organization, endpointId)),
});
