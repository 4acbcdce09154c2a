import { expect, test } from 'vitest';
import { seal, unseal } from '../../../../shared/ground/signatures/seal.ts';

const key = Buffer.alloc(32, 7);

test('what is sealed opens with its key, for its purpose, in its place, and nowhere else', () => {
  const sealed = seal(key, 'response', 'secret', 'here');
  expect(sealed).not.toContain('secret');
  expect(unseal(key, 'response', sealed, 'here')).toBe('secret');
  expect(unseal(key, 'response', sealed, 'there')).toBeUndefined();
  expect(unseal(key, 'challenge', sealed, 'here')).toBeUndefined();
  expect(unseal(Buffer.alloc(32, 8), 'response', sealed, 'here')).toBeUndefined();
  for (const altered of ['', 'short', `A${sealed.slice(1)}`, sealed.slice(0, -4)]) {
    if (altered !== sealed) expect(unseal(key, 'response', altered, 'here')).toBeUndefined();
  }
});

test('the same text is sealed differently each time', () => {
  expect(seal(key, 'response', 'secret')).not.toBe(seal(key, 'response', 'secret'));
});
