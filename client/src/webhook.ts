import { utf8 } from './bytes.ts';
import type { FeedEvent } from './follow-events.ts';
import { decode, importSecret, signedContent } from './webhook-signature.ts';

/** How many seconds older or newer than our clock a delivery may be (specification, Events, Delivery request). */
const DEFAULT_TOLERANCE_SECONDS = 300;

export interface Delivery {
  /** Headers of the request as received: a `Headers` object, or Node's `request.headers`. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The bytes as received, before any parsing. */
  readonly body: string | Uint8Array;
  /** `whsec_…`, shown when the endpoint was registered or its secret rotated. */
  readonly secret: string;
  /** Seconds by which the delivery's time may differ from our clock; 300 by default. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since the epoch; `Date.now` by default. */
  readonly clock?: () => number;
}

/** The delivery is not proven to come from the service: answer 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/**
 * Verifies a delivery and returns its event (specification, Events, Delivery request; Standard Webhooks). Drop events
 * whose `id` you have already handled: a delivery may come more than once. Throws WebhookVerificationError.
 */
export async function verifyWebhook(delivery: Delivery): Promise<FeedEvent> {
  const id = header(delivery.headers, 'svc-id');
  const timestamp = header(delivery.headers, 'svc-timestamp');
  const signatures = header(delivery.headers, 'svc-signature');
  checkAge(timestamp, delivery);
  const body = typeof delivery.body === 'string' ? utf8(delivery.body) : delivery.body;
  const signed = signedContent(id, timestamp, body);
  const key = await importSecret(delivery.secret, 'verify');
  for (const signature of signatures.split(' ')) {
    if (await matches(signature, signed, key)) return JSON.parse(new TextDecoder().decode(body));
  }
  throw new WebhookVerificationError('No signature matches the body and the secret.');
}

function header(headers: Delivery['headers'], name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([candidate]) => candidate.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '') throw new WebhookVerificationError(`The header ${name} is missing.`);
  return value;
}

function checkAge(timestamp: string, { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, clock = Date.now }: Delivery) {
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('svc-timestamp is not Unix seconds.');
  const ageSeconds = Math.abs(clock() / 1000 - Number(timestamp));
  if (ageSeconds > toleranceSeconds) {
    throw new WebhookVerificationError(`The delivery's time is more than ${toleranceSeconds} seconds off.`);
  }
}

/** `subtle.verify` compares HMACs in constant time, as the Web Cryptography specification demands. */
async function matches(
  signature: string,
  signed: Uint8Array<ArrayBuffer>,
  key: Parameters<typeof crypto.subtle.verify>[1],
): Promise<boolean> {
  const bytes = signature.startsWith('v1,') ? decode(signature.slice('v1,'.length)) : undefined;
  return bytes !== undefined && crypto.subtle.verify('HMAC', key, bytes, signed);
}
