import { bytesOfBody, kindOf } from './bytes-of-body.ts';
import type { FeedEvent } from './follow-events.ts';
import type { ReceivedBody } from './received-body.ts';
import { type ReceivedHeaders, valuesOfHeader } from './received-headers.ts';
import { decode, importSecret, signedContent } from './webhook-signature.ts';

export interface Delivery {
  /** Headers of the request as received: a `Headers` object, a `Map`, or Node's `request.headers`. */
  readonly headers: ReceivedHeaders;
  /** The bytes or the text of the body as received, before any parsing. */
  readonly body: ReceivedBody;
  /** `whsec_…`, shown when the endpoint was registered or its secret rotated. */
  readonly secret: string;
  /**
   * Seconds by which the delivery's time may differ from the local clock; 300 by default (specification, Events,
   * Delivery request).
   */
  readonly toleranceSeconds?: number;
  /** Milliseconds since the epoch; `Date.now` by default. */
  readonly clock?: () => number;
}

/**
 * Thrown if the delivery is not proven to come from the service: answer 400 and do nothing. The message gives the
 * reason and, if the receiver made a mistake, how to correct it.
 */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/**
 * Verifies a delivery and returns its event (specification, Events, Delivery request; Standard Webhooks). Ignore events
 * whose `id` you have already handled: a delivery may arrive more than once. Throws WebhookVerificationError.
 */
export async function verifyWebhook(delivery: Delivery): Promise<FeedEvent> {
  const body = await receivedBody(delivery.body);
  const id = header(delivery.headers, 'svc-id');
  const timestamp = header(delivery.headers, 'svc-timestamp');
  const signatures = header(delivery.headers, 'svc-signature');
  checkAge(timestamp, delivery);
  const signed = await signedContent(id, timestamp, body);
  const key = await importSecret(delivery.secret, 'verify');
  for (const signature of signatures.split(' ')) {
    if (await matches(signature, signed, key)) return JSON.parse(new TextDecoder().decode(body));
  }
  throw new WebhookVerificationError(`No signature matches the body and the secret. ${asReceived}`);
}

const asReceived = 'Pass the body as received, before any parsing.';

async function receivedBody(body: ReceivedBody): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await bytesOfBody(body);
  if (bytes) return bytes;
  throw new WebhookVerificationError(`The body is neither bytes nor text, but ${kindOf(body)}. ${asReceived}`);
}

function header(headers: ReceivedHeaders, name: string): string {
  const [value, ...more] = valuesOfHeader(headers, name);
  if (!value || more.length > 0) throw new WebhookVerificationError(`The header ${name} is missing or repeated.`);
  return value;
}

function checkAge(timestamp: string, { toleranceSeconds = 300, clock = Date.now }: Delivery) {
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('svc-timestamp is not Unix seconds.');
  const ageSeconds = Math.abs(clock() / 1000 - Number(timestamp));
  if (ageSeconds > toleranceSeconds) {
    throw new WebhookVerificationError(`The delivery's time is more than ${toleranceSeconds} seconds off.`);
  }
}

/** `subtle.verify` compares HMACs in constant time, as the Web Cryptography specification demands. */
async function matches(
  signature: string,
  signed: ArrayBuffer,
  key: Parameters<typeof crypto.subtle.verify>[1],
): Promise<boolean> {
  const bytes = signature.startsWith('v1,') ? decode(signature.slice('v1,'.length)) : undefined;
  return bytes !== undefined && crypto.subtle.verify('HMAC', key, bytes, signed);
}
