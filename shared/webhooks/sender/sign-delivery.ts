import { createHmac } from 'node:crypto';
import { type SealingKeys, unseal } from '../../ground/signatures/seal.ts';
import { eventApiVersion } from '../../journal/rows/event.ts';
import type { WebhookEndpoint } from '../endpoints/endpoint.ts';

/** The prefix of every signing secret, followed by the key in base64. */
export const secretPrefix = 'whsec_';

interface Signed {
  /** The id of the event, which is the same in every retry. */
  readonly id: string;
  readonly body: string;
  /** The delivery gets one signature from each secret. */
  readonly secrets: readonly string[];
  /** Milliseconds. */
  readonly now: number;
}

/**
 * Returns the headers of a delivery (specification, Events, Delivery request). The headers of Standard Webhooks repeat
 * their values, so that common verifiers work.
 */
export function deliveryHeaders({ id, body, secrets, now }: Signed): Record<string, string> {
  const timestamp = Math.floor(now / 1000).toString();
  const signature = secrets.map((secret) => `v1,${signatureOf(secret, `${id}.${timestamp}.${body}`)}`).join(' ');
  return {
    'content-type': 'application/json',
    'svc-id': id,
    'svc-timestamp': timestamp,
    'svc-signature': signature,
    'svc-webhook-version': eventApiVersion.toString(),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  };
}

function signatureOf(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}

/** Returns the secrets of an endpoint that sign at a time, in stored form, newest first. */
export function sealedSecrets({ secret, previousSecrets = [] }: WebhookEndpoint, now: number): [string, ...string[]] {
  const valid = previousSecrets.filter(({ validUntil }) => validUntil > now);
  return [secret, ...valid.map((previous) => previous.secret)];
}

/**
 * Returns every secret of an endpoint that signs at a time, newest first. A previous secret signs for 24 hours, if it
 * can be opened.
 * @throws Error when the stage no longer has the key that sealed the current secret, which must then be rotated
 */
export function signingSecrets(endpoint: WebhookEndpoint, sealingKeys: SealingKeys, now: number): string[] {
  const open = (sealed: string) => openOnce(endpoint, sealed, sealingKeys);
  const [secret, ...previous] = sealedSecrets(endpoint, now);
  const current = open(secret);
  if (current === undefined) throw new Error('a webhook secret was sealed with another key');
  return [current, ...previous.flatMap((sealed) => open(sealed) ?? [])];
}

/** Caches the opened secrets of an endpoint as it was read, because they sign each of its deliveries. */
const openedOf = new WeakMap<WebhookEndpoint, Map<string, string>>();

function openOnce(endpoint: WebhookEndpoint, sealed: string, sealingKeys: SealingKeys): string | undefined {
  const opened = openedOf.get(endpoint) ?? new Map<string, string>();
  openedOf.set(endpoint, opened);
  const secret = opened.get(sealed) ?? unseal(sealingKeys, 'webhook-secret', sealed, endpoint.endpointId);
  if (secret !== undefined) opened.set(sealed, secret);
  return secret;
}
