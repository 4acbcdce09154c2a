import { describe, expect, test } from 'vitest';
import { hasKeyOf, pseudonym, type SealingKeys, seal, unseal } from '../../../../shared/ground/signatures/seal.ts';

const first = { id: '', key: Buffer.alloc(32, 7) };
const second = { id: 'b-2', key: Buffer.alloc(32, 8) };
const third = { id: 'c_3', key: Buffer.alloc(32, 9) };
const keys: SealingKeys = [first];
const rotated: SealingKeys = [second, first];

test('what is sealed opens with its key, for its purpose, in its place, and nowhere else', () => {
  const sealed = seal(keys, 'response', 'secret', 'here');
  expect(sealed).not.toContain('secret');
  expect(unseal(keys, 'response', sealed, 'here')).toBe('secret');
  expect(unseal(keys, 'response', sealed, 'there')).toBeUndefined();
  expect(unseal(keys, 'challenge', sealed, 'here')).toBeUndefined();
  expect(unseal([{ id: '', key: Buffer.alloc(32, 8) }], 'response', sealed, 'here')).toBeUndefined();
  for (const altered of ['', 'short', `A${sealed.slice(1)}`, sealed.slice(0, -4)]) {
    if (altered !== sealed) expect(unseal(keys, 'response', altered, 'here')).toBeUndefined();
  }
});

test('the same text is sealed differently each time', () => {
  expect(seal(keys, 'response', 'secret')).not.toBe(seal(keys, 'response', 'secret'));
});

test('a pseudonym is one for one text, purpose and newest key', () => {
  const named = pseudonym(keys, 'claim-network', '192.0.2.1');
  expect(named).toMatch(/^[0-9a-f]{64}$/);
  expect(pseudonym(keys, 'claim-network', '192.0.2.1')).toBe(named);
  const others = [
    pseudonym(keys, 'claim-network', '192.0.2.2'),
    pseudonym(keys, 'mail', '192.0.2.1'),
    pseudonym(rotated, 'claim-network', '192.0.2.1'),
  ];
  expect(new Set([named, ...others]).size).toBe(4);
});

describe('of several keys', () => {
  test('the newest seals, and the text names it', () => {
    const sealed = seal(rotated, 'mail', 'secret');
    expect(sealed).toMatch(/^b-2\.[\w-]+$/);
    expect(unseal([second], 'mail', sealed)).toBe('secret');
    expect(unseal([first], 'mail', sealed)).toBeUndefined();
  });

  test('each opens what it sealed while it was the newest', () => {
    const texts = [seal(keys, 'mail', 'one'), seal(rotated, 'mail', 'two'), seal([third, second], 'mail', 'three')];
    const opened = texts.map((sealed) => unseal([third, second, first], 'mail', sealed));
    expect(opened).toEqual(['one', 'two', 'three']);
  });

  test('the first is named by no text, as before keys had ids', () => {
    const byEarlierRelease = 'kjz5RiXA6RtFvKQHXPChZSVRG7JGGtqmAS4SFWnQS04TIg';
    expect(unseal(rotated, 'mail', byEarlierRelease, 'mail_1')).toBe('secret');
    expect(seal(keys, 'mail', 'secret')).toMatch(/^[\w-]+$/);
  });

  test.each([
    ['an unknown key', (sealed: string) => sealed.replace('b-2.', 'x.')],
    ['the key of another', (sealed: string) => sealed.replace('b-2.', 'c_3.')],
    ['no key', (sealed: string) => sealed.replace('b-2.', '')],
    ['an empty key', (sealed: string) => sealed.replace('b-2', '')],
    ['two keys', (sealed: string) => `b-2.${sealed}`],
  ])('a text that is made to name %s does not open', (_name, alter) => {
    const sealed = seal(rotated, 'mail', 'secret');
    expect(unseal([third, ...rotated], 'mail', alter(sealed))).toBeUndefined();
  });

  test('whether the key of a text is there shows before it is opened', () => {
    expect(hasKeyOf(keys, seal(rotated, 'mail', 'secret'))).toBe(false);
    expect(hasKeyOf(rotated, seal(rotated, 'mail', 'secret'))).toBe(true);
  });
});
