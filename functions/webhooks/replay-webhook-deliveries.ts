import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import {
  ReplayRequest,
  ReplayView,
  replayWebhookDeliveries,
} from '../../shared/webhooks/deliveries/replay-webhook-deliveries.ts';

export const endpoint = defineEndpoint({
  operation: 'replayWebhookDeliveries',
  summary: 'Replay webhook deliveries',
  description:
    'Resends events recorded between `from` and `to`, both included. The oldest are sent first, several at a ' +
    'time, so they can arrive in a different order. One call replays at most 1,000 deliveries and examines at ' +
    'most 5,000; `nextFrom` tells you where to continue. A call that ended without an answer may have replayed ' +
    'some deliveries: sending it again replays the rest, and counts only those.',
  method: 'POST',
  path: '/organizations/{orgId}/webhook-endpoints/{endpointId}/deliveries/replay',
  callers: ['session'],
  permission: 'webhooks.manage',
  audit: 'webhook_delivery.replay_many',
  body: ReplayRequest,
  responses: { 200: { description: 'The number of deliveries that are sent again.', schema: ReplayView } },
  errors: ['NOT_FOUND', 'DEVELOPER_FEATURE_DISABLED'],
  handle: ({ body, parameters: { endpointId }, organization: { organizationId }, runtime, execution }) =>
    replayWebhookDeliveries(runtime, { organizationId, endpointId }, body, execution),
});
