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
    'Sends events again that were recorded from `from` to `to`, both included. The oldest are taken up first, several at a ' +
    'time: they can arrive in another order. One call replays at most 1,000 deliveries and looks at 5,000; `nextFrom` says ' +
    'where to go on. A call that ended without an answer may have replayed some already: sent again, it replays the rest, ' +
    'and counts only those.',
  method: 'POST',
  path: '/organizations/{orgId}/webhook-endpoints/{endpointId}/deliveries/replay',
  callers: ['session'],
  permission: 'webhooks.manage',
  audit: 'webhook_delivery.replay_many',
  body: ReplayRequest,
  responses: { 200: { description: 'How many are sent again.', schema: ReplayView } },
  errors: ['NOT_FOUND', 'DEVELOPER_FEATURE_DISABLED'],
  handle: ({ body, parameters: { endpointId }, organization: { organizationId }, runtime, execution }) =>
    replayWebhookDeliveries(runtime, { organizationId, endpointId }, body, execution),
});
