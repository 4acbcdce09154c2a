import type { Event } from '../../journal/rows/event.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { WebhookAnswer } from '../../ports/webhook-sender.ts';
import { presentEvent } from '../../records/events/list-events.ts';
import type { WebhookEndpoint } from '../endpoints/endpoint.ts';
import { deliveryHeaders, sealedSecrets, signingSecrets } from './sign-delivery.ts';

/** Sends an event to an endpoint as the feed shows it, signed with every secret that is currently valid. */
export async function attemptDelivery(
  { clock, secrets, webhooks }: Pick<Runtime<'sealing' | 'receivers'>, 'clock' | 'secrets' | 'webhooks'>,
  endpoint: WebhookEndpoint,
  event: Event,
  timeoutMs?: number,
): Promise<WebhookAnswer> {
  const sealingKeys = await secrets.sealingKeys(...sealedSecrets(endpoint, clock()));
  const now = clock();
  const shown = presentEvent(event);
  const body = JSON.stringify(shown);
  const signing = signingSecrets(endpoint, sealingKeys, now);
  return webhooks.send({
    url: endpoint.url,
    headers: deliveryHeaders({ id: shown.id, body, secrets: signing, now }),
    body,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
}
