import { toBase64, unixSeconds, utf8 } from './bytes.ts';
import { importSecret, signedContent } from './webhook-signature.ts';

/** Version of the event format, which the service sends with each delivery. */
const EVENT_VERSION = '1';

export interface WebhookToSign {
  /** The event as an object, or the body as text. */
  readonly event: object | string;
  /** The receiver's secret, `whsec_…`. */
  readonly secret: string;
  /** `svc-id`; the event's own `id` by default. */
  readonly id?: string;
  /** Milliseconds since the epoch; `Date.now` by default. */
  readonly clock?: () => number;
}

export interface SignedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Makes a delivery as the service would send it, to test a receiver (specification, Events, Delivery request). Send it
 * as POST `body` with `headers`. `verifyWebhook` and the verifiers of Standard Webhooks accept it.
 *
 * @example
 * const { headers, body } = await signWebhook({ event: { id: 'evt_1', type: 'payout.completed' }, secret });
 * await fetch(receiver, { method: 'POST', headers, body });
 */
export async function signWebhook({ event, secret, id, clock = Date.now }: WebhookToSign): Promise<SignedWebhook> {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const eventId = id ?? JSON.parse(body).id;
  if (typeof eventId !== 'string') throw new TypeError('id must be given, because the event has none.');
  const timestamp = unixSeconds(clock);
  const key = await importSecret(secret, 'sign');
  const hmac = await crypto.subtle.sign('HMAC', key, await signedContent(eventId, timestamp, utf8(body)));
  const signature = `v1,${toBase64(new Uint8Array(hmac))}`;
  const headers = {
    'content-type': 'application/json',
    'svc-id': eventId,
    'svc-timestamp': timestamp,
    'svc-signature': signature,
    'svc-webhook-version': EVENT_VERSION,
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  };
  return { headers, body };
}
