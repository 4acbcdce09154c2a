import { expect, test } from 'vitest';
import { maxSealingKeys, readSealingSecret, withNewKey } from '../../../shared/adapters/sealing-secret.ts';
import { seal, unseal } from '../../../shared/ground/signatures/seal.ts';

const generated = 'a'.repeat(64);
const added = (id: string) => ({ id, secret: id.repeat(32) });

test('what CloudFormation generated is one key without an id', () => {
  expect(readSealingSecret(generated)).toEqual([{ id: '', key: expect.any(Buffer) }]);
  expect(readSealingSecret(generated)[0].key).toHaveLength(32);
});

test('a new key seals, and those before it open', () => {
  const before = seal(readSealingSecret(generated), 'mail', 'before');
  const keys = readSealingSecret(withNewKey(withNewKey(generated, added('k1')), added('k2')));
  expect(keys.map(({ id }) => id)).toEqual(['k2', 'k1', '']);
  expect(new Set(keys.map(({ key }) => key.toString('hex'))).size).toBe(3);
  expect(seal(keys, 'mail', 'now')).toMatch(/^k2\./);
  expect(unseal(keys, 'mail', before)).toBe('before');
});

test('a full one takes no key more, and is still read', () => {
  let text = generated;
  for (let count = 1; count < maxSealingKeys; count += 1) text = withNewKey(text, added(`key-${count}`));
  expect(readSealingSecret(text)).toHaveLength(maxSealingKeys);
  expect(() => withNewKey(text, added('one-more'))).toThrow(expect.objectContaining({ type: 'CONFLICT' }));
  // Secrets Manager takes no more.
  expect(Buffer.byteLength(text)).toBeLessThan(65_536);
});

test.each(['{', '{"keys":[]}', '{"keys":[{"id":"a b","secret":"topsecret"}]}', '{"topsecret'])(
  '%j is refused without being shown',
  (text) => {
    expect(() => readSealingSecret(text)).toThrow(/^the sealing secret is neither a text nor a list of keys$/);
  },
);
