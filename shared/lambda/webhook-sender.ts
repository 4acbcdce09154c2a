import type { WebhookSender } from '../ports/webhook-sender.ts';
import { createHttpSender } from '../webhooks/sender/http-sender.ts';

/** The sender of a stage. It never exempts loopback addresses; only the local stack does. */
export function webhookSender(): WebhookSender {
  return createHttpSender({ loopback: false });
}
