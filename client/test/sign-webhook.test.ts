import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { signWebhook, verifyWebhook, WebhookVerificationError } from '../src/index.ts';

const secret = `whsec_${randomBytes(24).toString('base64')}`;
const event = { id: 'evt_1', type: 'payout.completed', data: { note: 'Zürich' } };

test.each<[string, object | string]>([
  ['an event', event],
  ['a body', JSON.stringify(event, null, 2)],
])('%s is signed so that verifyWebhook and the library of Standard Webhooks accept it', async (_, given) => {
  const { headers, body } = await signWebhook({ event: given, secret });

  expect(await verifyWebhook({ headers, body, secret })).toEqual(event);
  expect(new Webhook(secret).verify(body, { ...headers })).toEqual(event);
});

test('the headers are those of a delivery, under both names', async () => {
  const clock = () => 1_700_000_000_999;

  const { headers } = await signWebhook({ event, secret, clock });

  const signature = expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/);
  expect(headers).toEqual({
    'content-type': 'application/json',
    'svc-id': 'evt_1',
    'svc-timestamp': '1700000000',
    'svc-signature': signature,
    'svc-webhook-version': '1',
    'webhook-id': 'evt_1',
    'webhook-timestamp': '1700000000',
    'webhook-signature': headers['svc-signature'],
  });
});

test('an old delivery and one under another secret can be made, to see them refused', async () => {
  const old = await signWebhook({ event, secret, clock: () => Date.now() - 301_000 });
  const foreign = await signWebhook({ event, secret: `whsec_${randomBytes(24).toString('base64')}` });

  await expect(verifyWebhook({ ...old, secret })).rejects.toThrow('more than 300 seconds off');
  await expect(verifyWebhook({ ...foreign, secret })).rejects.toThrow(WebhookVerificationError);
});

test('an id of its own stands for that of the event', async () => {
  const { headers } = await signWebhook({ event: { type: 'test' }, secret, id: 'evt_2' });

  expect(headers['svc-id']).toBe('evt_2');
  await expect(signWebhook({ event: { type: 'test' }, secret })).rejects.toThrow('id must be given');
});

test.each([undefined, 'whsec_', '§'])('%j is no secret', async (wrong) => {
  await expect(signWebhook({ event, secret: wrong as string })).rejects.toThrow('secret must be base64 behind whsec_.');
});
