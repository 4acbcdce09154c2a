import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type RegisteredWebhookEndpoint, verifyWebhook } from '../../client/src/index.ts';
import { HOUR_MS, MINUTE_MS, passUntil } from '../shared/webhooks/offering/support.ts';
import { quotedByName, quotes } from '../support/quotes.ts';
import type { Received, Receiver } from '../support/receiver.ts';
import { useService } from './support.ts';
import {
  feedOf,
  happens,
  listen,
  shortPauses,
  useReceivers,
  type WebhookCaller,
  webhookCaller,
} from './webhooks-support.ts';

const stage = useService(shortPauses);
const newReceiver = useReceivers();
let receiver: Receiver;
let caller: WebhookCaller;
let endpoint: RegisteredWebhookEndpoint;

beforeAll(async () => {
  receiver = await newReceiver();
});

beforeEach(async () => {
  // Stock verifiers look at the machine's clock.
  stage.http.service.clock.now = Date.now();
  receiver.received.length = 0;
  receiver.answering = 200;
  caller = await webhookCaller(stage.http);
  endpoint = await listen(caller, receiver);
});

async function delivered(): Promise<Received> {
  await happens(stage.http, caller);
  return receiver.received.at(-1) as Received;
}

/** What the stock verifier says, by the specification's headers. */
function verifies({ headers, text }: Received, secret: string): boolean {
  const named = ['id', 'timestamp', 'signature'].map((name) => [`webhook-${name}`, headers[`svc-${name}`] ?? '']);
  try {
    new Webhook(secret).verify(text, Object.fromEntries(named));
    return true;
  } catch {
    return false;
  }
}

describe('Events > Delivery request', quotedByName, () => {
  test('Body: the event object (see Event).', async () => {
    const { text, headers } = await delivered();
    const [event] = await feedOf(caller);
    expect(text).toBe(JSON.stringify(event));
    expect(headers['content-type']).toBe('application/json');
  });

  test('`svc-id` | event id; stable across retries; equals body `id`; dedupe on it', async () => {
    receiver.answering = 500;
    await delivered();
    receiver.answering = 200;
    await passUntil(stage.http.service, stage.http.service.clock.now + HOUR_MS);
    await delivered();
    const [first, second] = await feedOf(caller);
    const ids = receiver.received.map(({ headers }) => headers['svc-id']);
    expect(ids).toEqual([first?.id, first?.id, second?.id]);
    expect(receiver.received.map(({ event }) => event.id)).toEqual(ids);
    expect(first?.id).not.toBe(second?.id);
  });

  test('`svc-timestamp` | Unix seconds; reject deliveries more than five minutes from your clock', async () => {
    const { clock } = stage.http.service;
    clock.now = Date.now() - 5.5 * MINUTE_MS;
    receiver.answering = 500;
    const late = await delivered();
    expect(late.headers['svc-timestamp']).toBe(Math.floor(clock.now / 1_000).toString());
    expect(verifies(late, endpoint.secret)).toBe(false);
    // A retry is signed at its own time, whatever the age of its event.
    const [{ nextAttemptAt = '' } = {}] = await caller.sluice.listWebhookDeliveries({ endpointId: endpoint.id });
    receiver.answering = 200;
    await passUntil(stage.http.service, Date.parse(nextAttemptAt));
    const retry = receiver.received.at(-1) as Received;
    expect(retry.headers['svc-timestamp']).toBe(Math.floor(clock.now / 1_000).toString());
    expect(verifies(retry, endpoint.secret)).toBe(true);
    expect(retry.text).toBe(late.text);
  });

  test('`svc-signature` | space-separated `v1,<base64>` values; a rotation sends two; accept a match on any', async () => {
    const signaturesOf = ({ headers }: Received) => headers['svc-signature']?.split(' ');
    const format = expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/);
    expect(signaturesOf(await delivered())).toEqual([format]);
    const { secret } = await caller.dashboard.rotateWebhookSecret({ endpointId: endpoint.id });
    const both = await delivered();
    expect(signaturesOf(both)).toEqual([format, format]);
    expect(new Set(signaturesOf(both)).size).toBe(2);
    for (const known of [secret, endpoint.secret]) expect(verifies(both, known)).toBe(true);
    expect(verifies(both, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false);
  });

  test(
    '`Svc-Webhook-Version` | shape of `data`; equals body `apiVersion` (`1`)',
    quotes({
      Versioning: 'mirrored in the `Svc-Webhook-Version` delivery header; branch on it before parsing `data`.',
    }),
    async () => {
      const { headers, event } = await delivered();
      expect(headers['svc-webhook-version']).toBe('1');
      expect(event.apiVersion).toBe(1);
    },
  );

  test('Signing follows the Standard Webhooks scheme: `signedContent = <svc-id>.<svc-timestamp>.<raw body>`; `signature = base64(HMAC-SHA256(key = base64-decoded secret without its whsec_ prefix, signedContent))`', async () => {
    const one = await delivered();
    const key = Buffer.from(endpoint.secret.replace(/^whsec_/, ''), 'base64');
    const content = `${one.headers['svc-id']}.${one.headers['svc-timestamp']}.${one.text}`;
    const signature = createHmac('sha256', key).update(content).digest('base64');
    expect(one.headers['svc-signature']).toBe(`v1,${signature}`);
    expect(verifies(one, endpoint.secret)).toBe(true);
    for (const name of ['svc-id', 'svc-timestamp']) {
      const headers = { ...one.headers, [name]: `${one.headers[name]}0` };
      expect(verifies({ ...one, headers }, endpoint.secret)).toBe(false);
    }
  });

  test('Verify over the received bytes before parsing JSON; compare in constant time.', async () => {
    const one = await delivered();
    expect(one.text).toContain('Zoë');
    expect(verifies(one, endpoint.secret)).toBe(true);
    // The same value, written in other bytes.
    for (const text of [JSON.stringify(one.event, null, 2), one.text.replace('ë', '\\u00eb')]) {
      expect(JSON.parse(text)).toEqual(one.event);
      expect(verifies({ ...one, text }, endpoint.secret)).toBe(false);
    }
    // The client leaves the comparison to Web Cryptography, which compares in constant time.
    const { secret } = endpoint;
    const verify = () =>
      verifyWebhook({ headers: one.headers, body: one.text, secret, clock: () => stage.http.service.clock.now });
    expect(await verify()).toEqual(one.event);
    const compare = vi.spyOn(crypto.subtle, 'verify').mockResolvedValue(false);
    onTestFinished(() => compare.mockRestore());
    await expect(verify()).rejects.toThrow('No signature matches');
  });
});
