import { createPublicKey, sign, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { kmsKey } from '../../../shared/adapters/kms-key.ts';
import { canary } from '../../../shared/capabilities/canary.ts';
import { canaryKey } from '../../../shared/capabilities/canary-key.ts';
import { newKeyPair } from '../../support/public-keys.ts';

const arn = 'arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab';
const text = 'akid_test_1\nPOST\n/business/api/v1/x?y=ä\n';
const { publicKey, privateKey } = newKeyPair();

interface Asked {
  readonly target: string | undefined;
  readonly authorization: string;
  readonly body: Record<string, string>;
}

let server: Server;
let asked: Asked[];
let refusals: number;

/** KMS over HTTP: it answers with a key of the test. */
beforeEach(async () => {
  asked = [];
  refusals = 0;
  server = createServer(async (request, response) => {
    const target = request.headers['x-amz-target'] as string;
    const body = (await json(request)) as Record<string, string>;
    asked.push({ target, authorization: request.headers.authorization ?? '', body });
    response.setHeader('content-type', 'application/x-amz-json-1.1');
    if (refusals > 0) {
      refusals -= 1;
      response.writeHead(500).end(JSON.stringify({ __type: 'KMSInternalException', message: 'try again' }));
      return;
    }
    const message = Buffer.from(body.Message ?? '', 'base64');
    const answer =
      target === 'TrentService.Sign'
        ? { KeyId: arn, Signature: sign('sha256', message, privateKey).toString('base64') }
        : {
            KeyId: arn,
            PublicKey: createPublicKey(publicKey).export({ type: 'spki', format: 'der' }).toString('base64'),
          };
    response.end(JSON.stringify(answer));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('AWS_ENDPOINT_URL_KMS', `http://127.0.0.1:${port}`);
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIATEST');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
});
afterEach(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

test('KMS is asked, signed, for ECDSA with SHA-256 over the whole text, and answers DER', async () => {
  const signature = await kmsKey(arn).sign(text);
  expect(asked).toEqual([
    {
      target: 'TrentService.Sign',
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=AKIATEST\/\d{8}\/eu-west-1\/kms\/aws4_request/,
      ),
      body: {
        KeyId: arn,
        Message: Buffer.from(text).toString('base64'),
        MessageType: 'RAW',
        SigningAlgorithm: 'ECDSA_SHA_256',
      },
    },
  ]);
  expect(verify('sha256', Buffer.from(text), publicKey, signature)).toBe(true);
});

test('the public half comes as the PEM that keys are registered in', async () => {
  expect(await kmsKey(arn).publicKey()).toBe(publicKey);
  expect(asked.map(({ target, body }) => [target, body])).toEqual([['TrentService.GetPublicKey', { KeyId: arn }]]);
});

test('a failure of KMS is tried again, and one that lasts is thrown', async () => {
  refusals = 1;
  await kmsKey(arn).sign(text);
  expect(asked).toHaveLength(2);
  refusals = 10;
  await expect(kmsKey(arn).sign(text)).rejects.toMatchObject({ name: 'KMSInternalException' });
});

test('a function uses the key and the address of its environment, and none where it is told none', async () => {
  const placeOf = (environment: NodeJS.ProcessEnv) => canary.ports?.({ environment } as never).canary;
  const keyOf = (environment: NodeJS.ProcessEnv) => canaryKey.ports?.({ environment } as never).canaryPublicKey;
  const place = placeOf({ CANARY_KEY_ARN: arn, API_ORIGIN: 'https://api.example.com' });
  expect(place?.origin).toBe('https://api.example.com');
  expect(verify('sha256', Buffer.from(text), publicKey, (await place?.sign(text)) ?? Buffer.alloc(0))).toBe(true);
  expect(await keyOf({ CANARY_KEY_ARN: arn })?.()).toBe(publicKey);
  expect(keyOf({})).toBeUndefined();
  expect(() => placeOf({ CANARY_KEY_ARN: arn })).toThrow('API_ORIGIN');
});
