import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Sluice, type SluiceOptions } from '../src/index.ts';
import { keyId, keyPair, organizationId, startService } from './support/service.ts';

const privateKey = keyPair.privateKey;
const apiKey = { id: keyId, privateKey };
const valid = { baseUrl: 'https://api.example.com/business/api/v1', organizationId, apiKey };
const withKey = (change: object) => ({ ...valid, apiKey: { ...apiKey, ...change } });
const sec1 = createPrivateKey(privateKey).export({ type: 'sec1', format: 'pem' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' });
const encrypted = createPrivateKey(privateKey).export({
  type: 'pkcs8',
  format: 'pem',
  cipher: 'aes-256-cbc',
  passphrase: 'secret',
});
const bare = privateKey.replace(/-----.*-----|\s/g, '');

/** Options as a program in JavaScript can pass them. */
function faultOf(options: unknown): string {
  try {
    new Sluice(options as SluiceOptions);
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
  return '';
}

const pem = 'apiKey.privateKey must be a PKCS#8 PEM, beginning with -----BEGIN PRIVATE KEY-----';
const conversion = '. Convert it: openssl pkcs8 -topk8 -nocrypt -in key.pem.';
const aKey = 'must be a PKCS#8 PEM or a CryptoKey that may sign.';

test.each<[string, unknown, string]>([
  ['no options', undefined, 'options must be an object.'],
  ['a text', 'https://api.example.com', 'options must be an object.'],
  ['nothing in them', {}, 'baseUrl is undefined; it must begin with https:// or http://.'],
  ['no scheme', { ...valid, baseUrl: 'api.example.com' }, 'baseUrl must begin with https:// or http://.'],
  ['a port for a scheme', { ...valid, baseUrl: 'localhost:8787' }, 'baseUrl must begin with https:// or http://.'],
  [
    'no organization',
    { ...valid, organizationId: undefined },
    'organizationId is undefined; it must be an id, not an alias org_….',
  ],
  ['an alias', { ...valid, organizationId: 'org_acme' }, 'organizationId must be an id, not an alias org_….'],
  ['a path', { ...valid, organizationId: '..' }, 'organizationId must be an id, not an alias org_….'],
  [
    'nobody who calls',
    { ...valid, apiKey: undefined },
    'apiKey is undefined; it must be { id, privateKey }, or session be given.',
  ],
  ['a text as key', { ...valid, apiKey: keyId }, 'apiKey must be { id, privateKey }, or session be given.'],
  ['two who call', { ...valid, session: 'token' }, 'session must be absent beside apiKey.'],
  ['an empty token', { ...valid, apiKey: undefined, session: '' }, 'session must be a token or a function.'],
  [
    'a token with a line end',
    { ...valid, apiKey: undefined, session: 'a\n' },
    'session must be a token or a function.',
  ],
  ['no key id', withKey({ id: undefined }), 'apiKey.id is undefined; it must be the id akid_… of a key.'],
  ['a prefix as key id', withKey({ id: 'svc_test_1' }), 'apiKey.id must be the id akid_… of a key.'],
  ['an unset variable', withKey({ privateKey: undefined }), `apiKey.privateKey is undefined; it ${aKey}`],
  ['a file not read as text', withKey({ privateKey: Buffer.from(privateKey) }), `apiKey.privateKey ${aKey}`],
  ['a KeyObject', withKey({ privateKey: createPrivateKey(privateKey) }), `apiKey.privateKey ${aKey}`],
  ['null', withKey({ privateKey: null }), `apiKey.privateKey ${aKey}`],
  ['a SEC 1 key', withKey({ privateKey: sec1 }), pem + conversion],
  ['an RSA key', withKey({ privateKey: rsa }), pem + conversion],
  ['an encrypted key', withKey({ privateKey: encrypted }), pem + conversion],
  ['a public key', withKey({ privateKey: keyPair.publicKey }), `${pem}, not a PUBLIC KEY.`],
  ['a path of a key', withKey({ privateKey: './key.pem' }), `${pem}, not a path: pass what the file holds.`],
  ['a name of a file', withKey({ privateKey: 'key.pem' }), `${pem}, not a path: pass what the file holds.`],
  ['base64 without a frame', withKey({ privateKey: bare }), `${pem}.`],
  ['a signer that is none', withKey({ privateKey: undefined, sign: 'kms' }), 'apiKey.sign must be a function.'],
  ['a key and a signer', withKey({ sign: () => '' }), 'apiKey.sign must be absent beside privateKey.'],
  ['an unknown flow', { ...valid, signing: 'both' }, 'signing must be direct or challenge.'],
  ['a time in words', { ...valid, timeoutMs: '5s' }, 'timeoutMs must be a whole number.'],
  ['a time that no timer counts', { ...valid, timeoutMs: 2 ** 31 }, 'timeoutMs must be a whole number.'],
  ['fewer retries than none', { ...valid, maxRetries: -1 }, 'maxRetries must be a whole number.'],
  ['half a retry', { ...valid, maxRetries: 0.5 }, 'maxRetries must be a whole number.'],
  ['a fetch that is none', { ...valid, fetch: {} }, 'fetch must be a function.'],
  ['a clock that stands', { ...valid, clock: 0 }, 'clock must be a function.'],
  ['an onAnswer that is none', { ...valid, onAnswer: true }, 'onAnswer must be a function.'],
])('%s is refused at once', (_, options, message) => {
  expect(faultOf(options)).toBe(message);
});

test.each<[string, unknown, string]>([
  ['baseURL', { organizationId, apiKey, baseURL: 'https://a.example' }, 'baseURL is not an option; baseUrl is.'],
  ['url', { organizationId, apiKey, url: 'https://a.example' }, 'url is not an option; baseUrl is.'],
  ['orgId', { baseUrl: valid.baseUrl, apiKey, orgId: 'x' }, 'orgId is not an option; organizationId is.'],
  ['organisationId', { apiKey, organisationId: 'x' }, 'organisationId is not an option; organizationId is.'],
  ['timeout', { ...valid, timeout: 5 }, 'timeout is not an option; timeoutMs is.'],
  ['retries', { ...valid, retries: 5 }, 'retries is not an option; maxRetries is.'],
  ['sessions', { ...valid, apiKey: undefined, sessions: {} }, 'sessions is not an option; session is.'],
  ['privatekey', { ...valid, apiKey: { id: keyId, privatekey: privateKey } }, 'apiKey.privatekey is not an option'],
])('%s is not taken for an option', (_, options, message) => {
  expect(faultOf(options)).toContain(message);
});

test.each<[string, unknown]>([
  ['a PEM', valid],
  ['a PEM with escaped line ends', withKey({ privateKey: privateKey.replaceAll('\n', '\\n') })],
  ['a signer', withKey({ privateKey: undefined, sign: () => '' })],
  ['a session', { ...valid, apiKey: undefined, session: async () => 'token' }],
  ['options that are undefined', { ...valid, timeoutMs: undefined, fetch: undefined, onAnswer: undefined }],
  ['a file of settings that holds more', { ...valid, sessions: { owner: 'token' }, dataDirectory: '.', pid: 7 }],
])('%s is accepted', (_, options) => {
  expect(faultOf(options)).toBe('');
});

test('no message has what was given for a key or a token', () => {
  const values = [sec1, bare, encrypted, 'secret words', '/secret/key.pem'].map((privateKey) =>
    withKey({ privateKey }),
  );
  const messages = [...values, { ...valid, apiKey: undefined, session: 'secret words' }].map(faultOf);

  for (const message of messages) expect(message).not.toMatch(/secret|MIG|MHc|Proc-Type/);
});

describe('a call', () => {
  test.each<[string, object, string]>([
    ['a space in its key', { idempotencyKey: 'pay 1' }, 'idempotencyKey must have 1 to 255 characters of'],
    ['an empty key', { idempotencyKey: '' }, 'idempotencyKey must have 1 to 255 characters of'],
    ['a key that is too long', { idempotencyKey: 'k'.repeat(256) }, 'idempotencyKey must have 1 to 255 characters of'],
    ['a misspelt option', { idempotencykey: 'k' }, 'idempotencykey is not an option; idempotencyKey is.'],
    ['a time in words', { timeoutMs: '5s' }, 'timeoutMs must be a whole number.'],
    ['a text for options', 'key' as unknown as object, 'options must be an object.'],
  ])('with %s is not sent', async (_, options, message) => {
    const service = await startService();
    const call = service.client().acceptQuote({ snapshotId: 'qs_1' }, options);

    await expect(call).rejects.toThrow(TypeError);
    await expect(call).rejects.toThrow(message);
    expect(service.received).toEqual([]);
  });

  test.each([undefined, null, 'qs_1'])('with %j for its fields is not sent', async (params) => {
    const service = await startService();
    const call = service.client().acceptQuote(params as never);

    await expect(call).rejects.toThrow('params must be an object.');
    expect(service.received).toEqual([]);
  });
});
