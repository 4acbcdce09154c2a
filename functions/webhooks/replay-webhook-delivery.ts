import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { WebhookDeliveryView } from '../../shared/webhooks/deliveries/present-delivery.ts';
import { replayWebhookDelivery } from '../../shared/webhooks/deliveries/replay-webhook-delivery.ts';

export const endpoint = defineEndpoint({
  operation: 'replayWebhookDelivery',
  summary: 'Replay a webhook delivery',
  description:
    'Sends the same event again, at once and with its own retries, whatever its earlier outcome. On a paused ' +
    'endpoint it waits until the endpoint is resumed.',
  method: 'POST',
  path: '/organizations/{orgId}/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/replay',
  callers: ['session'],
  permission: 'webhooks.manage',
  audit: 'webhook_delivery.replay',
  responses: { 200: { description: 'The delivery, `pending`.', schema: WebhookDeliveryView } },
  errors: ['NOT_FOUND', 'DEVELOPER_FEATURE_DISABLED'],
  handle: ({ parameters: { endpointId, deliveryId }, organization: { organizationId }, runtime, execution }) =>
    replayWebhookDelivery(runtime, { organizationId, endpointId, deliveryId }, execution),
});
