import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyWebhook, WebhookVerificationError } from '../src/index.ts';

const secret = `whsec_${randomBytes(24).toString('base64')}`;
const body = JSON.stringify({ id: 'evt_1', type: 'payout.completed', data: { note: 'Zürich' } });
const nowSeconds = 1_700_000_000;
const clock = () => nowSeconds * 1000;

function signatureOf(key: string, id: string, timestamp: number, content: string): string {
  const bytes = Buffer.from(key.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', bytes).update(`${id}.${timestamp}.${content}`).digest('base64')}`;
}

function headers(overrides: Record<string, string> = {}) {
  const signature = signatureOf(secret, 'evt_1', nowSeconds, body);
  return { 'svc-id': 'evt_1', 'svc-timestamp': String(nowSeconds), 'svc-signature': signature, ...overrides };
}

test.each([
  ["Node's headers", headers()],
  ['a Headers object', new Headers(headers())],
  ['headers in another case', Object.fromEntries(Object.entries(headers()).map(([k, v]) => [k.toUpperCase(), v]))],
])('a signed delivery gives its event: %s', async (_, received) => {
  const event = await verifyWebhook({ headers: received, body: Buffer.from(body), secret, clock });

  expect(event).toEqual(JSON.parse(body));
});

test("Standard Webhooks' published vector holds", async () => {
  const event = await verifyWebhook({
    headers: {
      'svc-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'svc-timestamp': '1614265330',
      'svc-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    body: '{"test": 2432232314}',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    clock: () => 1_614_265_330_000,
  });

  expect(event).toEqual({ test: 2432232314 });
});

test('one of two signatures is enough while a secret rotates', async () => {
  const other = signatureOf(`whsec_${randomBytes(24).toString('base64')}`, 'evt_1', nowSeconds, body);
  const both = headers({ 'svc-signature': `v2,AAAA ${other} ${headers()['svc-signature']}` });

  await expect(verifyWebhook({ headers: both, body, secret, clock })).resolves.toBeDefined();
});

test.each([
  ['another body', headers(), `${body} `],
  ['another id', headers({ 'svc-id': 'evt_2' }), body],
  ['another time', headers({ 'svc-timestamp': String(nowSeconds + 1) }), body],
  ['another scheme', headers({ 'svc-signature': headers()['svc-signature'].replace('v1,', 'v2,') }), body],
  ['a signature that is not base64', headers({ 'svc-signature': 'v1,§' }), body],
  ['an empty signature', headers({ 'svc-signature': 'v1,' }), body],
  ['no signature', headers({ 'svc-signature': '' }), body],
  ['a time that is not a number', headers({ 'svc-timestamp': 'soon' }), body],
])('%s is refused', async (_, received, content) => {
  await expect(verifyWebhook({ headers: received, body: content, secret, clock })).rejects.toThrow(
    WebhookVerificationError,
  );
});

test.each([-301, 301])('a delivery %i seconds from our clock is refused', async (seconds) => {
  const delivery = { headers: headers(), body, secret, clock: () => clock() + seconds * 1000 };

  await expect(verifyWebhook(delivery)).rejects.toThrow('more than 300 seconds off');
  await expect(verifyWebhook({ ...delivery, toleranceSeconds: 301 })).resolves.toBeDefined();
});

test('a secret that is none is a mistake of the receiver, not of the sender', async () => {
  await expect(verifyWebhook({ headers: headers(), body, secret: 'whsec_', clock })).rejects.toThrow(TypeError);
});
