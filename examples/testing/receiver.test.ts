// Tests a receiver of webhooks without the service: npx node --test examples/testing/receiver.test.ts
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signWebhook, verifyWebhook } from '../../client/src/index.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const event = { id: 'evt_1', type: 'payout.completed', data: { payoutId: 'po_1' } };

test('a signed delivery is accepted', async () => {
  const { headers, body } = await signWebhook({ event, secret });
  assert.equal((await verifyWebhook({ headers, body, secret })).id, 'evt_1');
});

test('a changed one is refused', async () => {
  const { headers, body } = await signWebhook({ event, secret });
  const changed = body.replace('po_1', 'po_2');
  await assert.rejects(verifyWebhook({ headers, body: changed, secret }), { name: 'WebhookVerificationError' });
});
