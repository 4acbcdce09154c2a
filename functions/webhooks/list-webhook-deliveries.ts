import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { reply } from '../../shared/contract/reply.ts';
import { hideAnswersFrom } from '../../shared/webhooks/deliveries/hide-receiver-answers.ts';
import { listWebhookDeliveries } from '../../shared/webhooks/deliveries/list-webhook-deliveries.ts';
import { WebhookDeliveryView } from '../../shared/webhooks/deliveries/present-delivery.ts';

export const endpoint = defineEndpoint({
  operation: 'listWebhookDeliveries',
  summary: 'List webhook deliveries',
  description:
    'The 50 most recently attempted deliveries, newest first, without payloads. Find the payload in the event ' +
    'feed by `eventId`. Viewers do not see what the endpoint answered.',
  method: 'GET',
  path: '/organizations/{orgId}/webhook-endpoints/{endpointId}/deliveries',
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  responses: { 200: { description: 'The deliveries.', schema: z.array(WebhookDeliveryView) } },
  errors: ['NOT_FOUND', 'DEVELOPER_FEATURE_DISABLED'],
  index: 'retried',
  handle: async ({ parameters: { endpointId }, caller, organization, runtime }) =>
    reply(200, hideAnswersFrom(caller, await listWebhookDeliveries(runtime, organization, endpointId))),
});
