import * as z from 'zod';
import { defineEndpoint } from '../../shared/http/endpoint.ts';
import { reply } from '../../shared/http/reply.ts';
import { serve } from '../../shared/runtime/serve.ts';
import { listDeliveries } from '../../shared/webhooks/list-deliveries.ts';
import { WebhookDeliveryView } from '../../shared/webhooks/present-delivery.ts';

export const endpoint = defineEndpoint({
  operation: 'listWebhookDeliveries',
  summary: 'List webhook deliveries',
  description:
    'The 50 deliveries that were attempted last, newest first, without payloads: the feed has those, with `eventId` as `id`.',
  method: 'GET',
  path: '/organizations/{orgId}/webhook-endpoints/{endpointId}/deliveries',
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'standard',
  idempotency: 'none',
  responses: { 200: { description: 'The deliveries.', schema: z.array(WebhookDeliveryView) } },
  errors: ['NOT_FOUND', 'DEVELOPER_FEATURE_DISABLED'],
  tableAccess: 'read',
  index: 'retried',
  handle: async ({ parameters: { endpointId }, organization, runtime }) =>
    reply(200, await listDeliveries(runtime, organization, endpointId)),
});

export const handler = serve(endpoint);
