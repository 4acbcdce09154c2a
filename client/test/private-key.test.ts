import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { importPrivateKey } from '../src/private-key.ts';

const pem = (curve: string) =>
  generateKeyPairSync('ec', { namedCurve: curve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

test('a P-256 PKCS#8 PEM is imported, and cannot be exported again', async () => {
  const key = await importPrivateKey(pem('P-256'));

  expect(key).toMatchObject({ type: 'private', extractable: false, usages: ['sign'] });
});

test('line ends may be escaped, or those of Windows', async () => {
  const original = pem('P-256');

  await expect(importPrivateKey(original.trim().replaceAll('\n', '\\n'))).resolves.toBeDefined();
  await expect(importPrivateKey(original.replaceAll('\n', '\r\n'))).resolves.toBeDefined();
});

test.each([
  ['another curve', pem('P-384')],
  ['bytes that are no key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'],
  ['no base64', '-----BEGIN PRIVATE KEY-----\nA\n-----END PRIVATE KEY-----'],
  ['no PEM', 'secret'],
])('%s is refused, without the key in the message', async (_, privateKey) => {
  const error = await importPrivateKey(privateKey).catch((reason: unknown) => reason);

  expect(error).toBeInstanceOf(TypeError);
  expect(String(error)).not.toContain(privateKey);
});
