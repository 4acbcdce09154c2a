import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import { seal } from '../../../../shared/ground/signatures/seal.ts';
import { description } from '../../../../shared/openapi/description.ts';
import { type WebhookEndpoint, WebhookEndpointEntity } from '../../../../shared/webhooks/endpoints/endpoint.ts';
import { type Received, type Receiver, receiverOfTest } from '../../../support/receiver.ts';
import { testKeys } from '../../../support/secrets.ts';
import { TestService } from '../../../support/service.ts';
import { addEndpoint, addEvents, DAY_MS, storedEndpoint, testSecret, wake } from '../offering/support.ts';

const otherSecret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;

let service: TestService;
let organizationId: string;
let receiver: Receiver;

beforeEach(async () => {
  service = await TestService.start();
  // Stock verifiers look at the machine's clock.
  service.clock.now = Date.now();
  ({ organizationId } = await service.organization());
  receiver = await receiverOfTest();
});

async function delivered(): Promise<Received> {
  await addEvents(service, organizationId, 1);
  await wake(service, organizationId);
  const last = receiver.received.at(-1);
  if (!last) throw new Error('nothing was delivered');
  return last;
}

/** What an integrator's verifier in Python says. */
function verdictOf({ headers, text }: Received, secret: string, now = service.clock.now): string {
  const input = JSON.stringify({ headers, body: text, secret, now: Math.floor(now / 1000) });
  const script = join(import.meta.dirname, '../../../support/verify_webhook.py');
  return execFileSync('python3', [script], { input, encoding: 'utf8' }).trim();
}

/** The same with the stock library, by the headers of Standard Webhooks or by ours. */
function verifies({ headers, text }: Received, secret: string, prefix: 'webhook' | 'svc' = 'webhook'): boolean {
  const named = ['id', 'timestamp', 'signature'].map((name) => [`webhook-${name}`, headers[`${prefix}-${name}`] ?? '']);
  try {
    new Webhook(secret).verify(text, Object.fromEntries(named));
    return true;
  } catch {
    return false;
  }
}

async function rotatedAway(endpoint: WebhookEndpoint, validUntil: number): Promise<void> {
  const sealingKeys = await service.runtime.secrets.sealingKeys();
  const stored = (await storedEndpoint(service, endpoint)) as WebhookEndpoint;
  await service.runtime.store.put(WebhookEndpointEntity, {
    ...stored,
    secret: seal(sealingKeys, 'webhook-secret', otherSecret, endpoint.endpointId),
    previousSecrets: [{ secret: stored.secret, validUntil }],
  });
}

describe('a delivery', () => {
  test('is verified by the stock library and by a verifier in another language', async () => {
    await addEndpoint(service, organizationId, { url: receiver.url });
    const one = await delivered();
    expect(verifies(one, testSecret)).toBe(true);
    expect(verifies(one, testSecret, 'svc')).toBe(true);
    expect(verdictOf(one, testSecret)).toBe('verified');
  });

  test('carries the headers of the specification', async () => {
    await addEndpoint(service, organizationId, { url: receiver.url });
    const { headers, event } = await delivered();
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'svc-id': event.id,
      'svc-timestamp': Math.floor(service.clock.now / 1000).toString(),
      'svc-webhook-version': '1',
    });
    expect(headers['svc-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  });

  test('carries no header of its own that the description of the API does not explain', async () => {
    await addEndpoint(service, organizationId, { url: receiver.url });
    const own = Object.keys((await delivered()).headers).filter((name) => /^(svc|webhook)-/.test(name));
    expect(own).toHaveLength(7);
    for (const name of own) expect(description).toContain(`\`${name}\``);
  });

  test('whose bytes, id, time or secret are others is not verified', async () => {
    await addEndpoint(service, organizationId, { url: receiver.url });
    const one = await delivered();
    const headers = { ...one.headers, 'svc-id': 'evt_other', 'webhook-id': 'evt_other' };
    for (const forged of [
      { ...one, text: `${one.text} ` },
      { ...one, headers },
    ]) {
      expect(verifies(forged, testSecret)).toBe(false);
      expect(verdictOf(forged, testSecret)).toBe('forged');
    }
    expect(verifies(one, otherSecret)).toBe(false);
    expect(verdictOf(one, testSecret, service.clock.now + 6 * 60_000)).toBe('late');
  });

  test('after a rotation is signed with both secrets for as long as the old one is valid', async () => {
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await rotatedAway(endpoint, service.clock.now + DAY_MS);
    const during = await delivered();
    expect(during.headers['svc-signature']?.split(' ')).toHaveLength(2);
    expect([verifies(during, testSecret), verifies(during, otherSecret)]).toEqual([true, true]);
    expect([verdictOf(during, testSecret), verdictOf(during, otherSecret)]).toEqual(['verified', 'verified']);

    await rotatedAway(endpoint, service.clock.now);
    const after = await delivered();
    expect(after.headers['svc-signature']?.split(' ')).toHaveLength(1);
    expect([verifies(after, testSecret), verifies(after, otherSecret)]).toEqual([false, true]);
  });

  test('after a rotation that follows a new sealing key is signed with the new secret alone', async () => {
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    const { endpointId } = endpoint;
    const stored = (await storedEndpoint(service, endpoint)) as WebhookEndpoint;
    const lost = seal(testKeys(1), 'webhook-secret', testSecret, endpointId);
    await service.runtime.store.put(WebhookEndpointEntity, { ...stored, secret: lost });
    await rotatedAway(endpoint, service.clock.now + DAY_MS);
    const one = await delivered();
    expect(one.headers['svc-signature']?.split(' ')).toHaveLength(1);
    expect(verifies(one, otherSecret)).toBe(true);
  });
});
