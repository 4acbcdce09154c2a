import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { rowsOf } from '../../shared/contract/fields.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { listWebhookEndpoints } from '../../shared/webhooks/endpoints/list-webhook-endpoints.ts';
import { WebhookEndpointView } from '../../shared/webhooks/endpoints/present-endpoint.ts';

export const endpoint = defineEndpoint({
  operation: 'listSandboxWebhookEndpoints',
  summary: 'List webhook endpoints with a test key',
  description:
    'All endpoints with their health, newest first, on one page, regardless of who registered them. Secrets are never included.',
  method: 'GET',
  path: `${P}/sandbox/webhook-endpoints`,
  callers: ['key'],
  scope: 'read',
  sandboxOnly: true,
  responses: { 200: { description: 'The endpoints.', schema: z.object({ data: rowsOf(WebhookEndpointView) }) } },
  errors: ['DEVELOPER_FEATURE_DISABLED'],
  handle: async ({ organization, runtime }) => reply(200, await listWebhookEndpoints(runtime, organization)),
});
