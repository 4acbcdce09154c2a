import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { rowsOf } from '../../shared/contract/fields.ts';
import { reply } from '../../shared/contract/reply.ts';
import { hideAnswersFrom } from '../../shared/webhooks/deliveries/hide-receiver-answers.ts';
import { listWebhookEndpoints } from '../../shared/webhooks/endpoints/list-webhook-endpoints.ts';
import { WebhookEndpointView } from '../../shared/webhooks/endpoints/present-endpoint.ts';

export const endpoint = defineEndpoint({
  operation: 'listWebhookEndpoints',
  summary: 'List webhook endpoints',
  description:
    'All endpoints with their health, newest first, on one page. Secrets are never included. Viewers do not see what the endpoint answered.',
  method: 'GET',
  path: '/organizations/{orgId}/webhook-endpoints',
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  responses: { 200: { description: 'The endpoints.', schema: z.object({ data: rowsOf(WebhookEndpointView) }) } },
  errors: ['DEVELOPER_FEATURE_DISABLED'],
  handle: async ({ caller, organization, runtime }) => {
    const { data } = await listWebhookEndpoints(runtime, organization);
    return reply(200, { data: hideAnswersFrom(caller, data) });
  },
});
