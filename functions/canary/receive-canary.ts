import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { verifyWebhook, WebhookVerificationError } from '../../client/src/index.ts';
import { CanaryReceiptEntity } from '../../shared/canary/canary-rows.ts';
import { canaryWebhookPath, defineCanary } from '../../shared/contract/canary-function.ts';
import { endpointTimeoutSeconds } from '../../shared/contract/endpoint-timeout.ts';
import { ttlSeconds } from '../../shared/ground/time/clock.ts';
import { canaryOrganizationId } from '../../shared/identity/canary.ts';
import type { Runtime } from '../../shared/ports/runtime.ts';
import { endpointPartition, maxEndpoints, WebhookEndpointEntity } from '../../shared/webhooks/endpoints/endpoint.ts';
import { signingSecrets } from '../../shared/webhooks/sender/sign-delivery.ts';

const receiptMs = 24 * 60 * 60 * 1000;

/**
 * The canary's webhook endpoint. It verifies a delivery with the client, as customers do, and records that it arrived.
 * The secret is stored sealed, like the secrets of all endpoints. Nothing else can create a receipt.
 */
export const canary = defineCanary({
  name: 'receive-canary',
  trigger: { type: 'route', routeKey: `POST ${canaryWebhookPath}` },
  timeoutSeconds: endpointTimeoutSeconds,
  uses: ['sealing'],
  handle: async (
    request: APIGatewayProxyEventV2,
    runtime: Runtime<'sealing'>,
  ): Promise<APIGatewayProxyStructuredResultV2> => {
    const event = await verified(request, runtime);
    if (!event) return { statusCode: 400 };
    if (event.type === 'payout.completed') {
      const { payoutId } = event.data;
      const ttl = ttlSeconds(runtime.clock() + receiptMs);
      await runtime.store.put(CanaryReceiptEntity, { organizationId: canaryOrganizationId, payoutId, ttl });
    }
    return { statusCode: 204 };
  },
});

/** @returns the event; undefined if none of the canary's endpoints has signed it */
async function verified({ headers, body = '', isBase64Encoded }: APIGatewayProxyEventV2, runtime: Runtime<'sealing'>) {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  for (const secret of await secretsOf(runtime)) {
    try {
      return await verifyWebhook({ headers, body: bytes, secret, clock: runtime.clock });
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
    }
  }
  return undefined;
}

async function secretsOf({ store, secrets, clock }: Runtime<'sealing'>): Promise<string[]> {
  const partition = endpointPartition(canaryOrganizationId);
  const { items } = await store.range(WebhookEndpointEntity, { partition, limit: maxEndpoints });
  if (items.length === 0) return [];
  const keys = await secrets.sealingKeys();
  return items.flatMap((endpoint) => signingSecrets(endpoint, keys, clock()));
}
