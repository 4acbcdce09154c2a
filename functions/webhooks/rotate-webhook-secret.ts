import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { RotatedWebhookEndpointView } from '../../shared/webhooks/endpoints/present-endpoint.ts';
import { rotateWebhookSecret } from '../../shared/webhooks/endpoints/rotate-webhook-secret.ts';

export const endpoint = defineEndpoint({
  operation: 'rotateWebhookSecret',
  summary: 'Rotate the secret of a webhook endpoint',
  description:
    'From now on deliveries are signed with the new secret, which is shown once, and until `previousValidUntil` ' +
    'with the previous one as well. At most three previous secrets sign at a time.',
  method: 'POST',
  path: '/organizations/{orgId}/webhook-endpoints/{endpointId}/rotate-secret',
  callers: ['session'],
  permission: 'webhooks.manage',
  secretResponse: true,
  audit: 'webhook_endpoint.rotate_secret',
  responses: { 200: { description: 'The endpoint, with its new secret.', schema: RotatedWebhookEndpointView } },
  errors: ['NOT_FOUND', 'BAD_REQUEST', 'DEVELOPER_FEATURE_DISABLED'],
  uses: ['sealing'],
  handle: ({ parameters: { endpointId }, organization: { organizationId }, runtime, execution }) =>
    rotateWebhookSecret(runtime, { organizationId, endpointId }, execution),
});
