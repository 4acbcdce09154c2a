import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { keyId, keyPair, organizationId, startService } from './support/service.ts';

const payout = { payoutId: 'po_1', status: 'pending' };

describe.each(['direct', 'challenge'] as const)('the %s flow', (signing) => {
  test('signs a write so that the service accepts it', async () => {
    const service = await startService({ status: 200, body: payout });

    const result = await service.client({ signing }).acceptQuote({ snapshotId: 'qs_1', reference: 'Müller & Söhne' });

    expect(result).toEqual(payout);
    expect(service.received).toHaveLength(1);
    expect(JSON.parse(service.received[0]?.body ?? '')).toEqual({ snapshotId: 'qs_1', reference: 'Müller & Söhne' });
  });

  test('signs a read with a query that needs escaping', async () => {
    const service = await startService({ status: 200, body: { data: [] } });

    await service.client({ signing }).listBalanceTransactions({ cursor: `a+b/c=' é&(*)`, type: 'payout,deposit' });

    const { target = '', method } = service.received[0] ?? {};
    expect(method).toBe('GET');
    const url = new URL(target, 'http://localhost');
    expect(url.pathname).toBe(`/business/api/v1/payments/organizations/${organizationId}/balance_transactions`);
    expect(Object.fromEntries(url.searchParams)).toEqual({ cursor: `a+b/c=' é&(*)`, type: 'payout,deposit' });
  });

  test('refuses a key of the wrong kind before anything is sent', async () => {
    const service = await startService({ status: 200, body: payout });
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const client = service.client({ signing, apiKey: { id: keyId, privateKey: pem } });

    await expect(client.acceptQuote({ snapshotId: 'qs_1' })).rejects.toThrow('not a P-256 private key');
    expect(service.received).toHaveLength(0);
  });
});

test('a challenge for another request is not signed', async () => {
  const service = await startService();
  service.challengeWith('akid_test_client\nPOST\n/business/api/v1/elsewhere\nabc\n\n1700000000\nnonce');

  const call = service.client({ signing: 'challenge' }).acceptQuote({ snapshotId: 'qs_1' });

  await expect(call).rejects.toThrow('nothing was signed');
  expect(service.signatures).toEqual([]);
});

test.each([
  ['whole', { type: 'SIGNATURE_CHALLENGE', requestId: 'ch_1', payloadToSign: 'x' }],
  ['broken', { type: 'SIGNATURE_CHALLENGE' }],
])('a %s challenge that answers a signed request is not taken for a result', async (_, challenge) => {
  const service = await startService({ status: 202, body: challenge });

  await expect(service.client().acceptQuote({ snapshotId: 'qs_1' })).rejects.toThrow('did not reach the service');
  expect(service.received).toHaveLength(1);
});

test('a WebCrypto key signs like its PEM', async () => {
  const service = await startService({ status: 200, body: payout });
  const der = Buffer.from(keyPair.privateKey.replace(/-----.*-----|\s/g, ''), 'base64');
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const privateKey = await crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']);

  await service.client({ apiKey: { id: 'akid_test_client', privateKey } }).acceptQuote({ snapshotId: 'qs_1' });

  expect(service.received).toHaveLength(1);
});

test('an address without a path gets the API prefix', async () => {
  const service = await startService({ status: 200, body: payout });
  const baseUrl = `${new URL(service.baseUrl).origin}/`;

  await service.client({ baseUrl }).acceptQuote({ snapshotId: 'qs_1' });

  expect(service.received[0]?.target).toMatch(/^\/business\/api\/v1\/payments\//);
});
