import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stageTarget } from '../../../operator/target/stage-target.ts';
import { kmsCredentials } from '../../../shared/connections/kms-credentials.ts';
import type { SealedFor } from '../../../shared/ports/connections.ts';

const arn = 'arn:aws:kms:eu-west-1:123456789012:key/connections';
const alias = 'alias/Sluice-prod-connections';
const sealedFor: SealedFor = {
  connectionId: 'conn_0123456789012345678901234',
  provider: 'evm',
  port: 'chain',
  mode: 'live',
  settings: '{"chain":"base"}',
};

interface Call {
  readonly KeyId: string;
  readonly EncryptionContext: Readonly<Record<string, string>>;
  readonly Plaintext?: string;
  readonly CiphertextBlob?: string;
}

let calls: Call[];

/** KMS over HTTP: a key that its alias and its ARN name, and a context that has to be the same when it opens. */
beforeEach(async () => {
  calls = [];
  const key = randomBytes(32);
  const server = createServer(async (request, response) => {
    const call = (await json(request)) as Call;
    calls.push(call);
    const answer = answerOf(key, call);
    response.writeHead(answer ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(answer ?? { __type: 'InvalidCiphertextException' }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  vi.stubEnv('AWS_ENDPOINT_URL_KMS', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  return () => server.close();
});

afterEach(() => {
  vi.unstubAllEnvs();
});

function answerOf(key: Buffer, { EncryptionContext, Plaintext, CiphertextBlob }: Call): object | undefined {
  const context = Buffer.from(JSON.stringify(Object.entries(EncryptionContext).sort()));
  if (Plaintext !== undefined) {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(context);
    const sealed = [iv, cipher.update(Plaintext, 'base64'), cipher.final()];
    return { CiphertextBlob: Buffer.concat([...sealed, cipher.getAuthTag()]).toString('base64') };
  }
  const bytes = Buffer.from(CiphertextBlob ?? '', 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(context);
    decipher.setAuthTag(bytes.subarray(-16));
    const text = [decipher.update(bytes.subarray(12, -16)), decipher.final()];
    return { Plaintext: Buffer.concat(text).toString('base64') };
  } catch {
    return undefined;
  }
}

const seal = () => stageTarget('prod').seal('{"nodes":[]}', sealedFor);

test('what an operator seals with the key of the stage, a function opens for the same connection', async () => {
  expect(await kmsCredentials(arn).open(await seal(), sealedFor)).toBe('{"nodes":[]}');
  expect(calls.map(({ KeyId }) => KeyId)).toEqual([alias, arn]);
  expect(calls[0]?.EncryptionContext).toEqual({
    connection: sealedFor.connectionId,
    provider: 'evm',
    port: 'chain',
    mode: 'live',
    settings: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test.each([
  { connectionId: 'conn_9999999999999999999999999' },
  { provider: 'other' },
  { port: 'payouts' },
  { mode: 'sandbox' as const },
  { settings: '{"chain":"polygon"}' },
])('it opens nothing for another one: %j', async (other) => {
  expect(await kmsCredentials(arn).open(await seal(), { ...sealedFor, ...other })).toBeUndefined();
});

test('what is no ciphertext opens nothing', async () => {
  expect(await kmsCredentials(arn).open('nonsense', sealedFor)).toBeUndefined();
});
