import { describe, expect, test } from 'vitest';
import { checksummed, hasWrongChecksum, isZeroAddress } from '../../../../shared/ground/text/evm-address.ts';

/** The examples of EIP-55. */
const examples = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

describe('the checksum of an address', () => {
  test.each(examples)('of %s is what EIP-55 says, whatever its case was', (address) => {
    expect(checksummed(address.toLowerCase())).toBe(address);
    expect(checksummed(`0x${address.slice(2).toUpperCase()}`)).toBe(address);
    expect(hasWrongChecksum(address)).toBe(false);
  });

  test.each(examples.slice(4))('of %s finds each letter that has another case', (address) => {
    const swapped = (letter: string) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase());
    const letters = [...address].flatMap((letter, i) => (i > 1 && /[a-fA-F]/.test(letter) ? [i] : []));
    for (const i of letters) {
      expect(hasWrongChecksum(address.slice(0, i) + swapped(address.charAt(i)) + address.slice(i + 1))).toBe(true);
    }
  });

  test('is not asked of an address in one case', () => {
    const [address = ''] = examples;
    expect(hasWrongChecksum(address.toLowerCase())).toBe(false);
    expect(hasWrongChecksum(`0x${address.slice(2).toUpperCase()}`)).toBe(false);
  });

  test('the zero address is known', () => {
    expect(isZeroAddress(`0x${'0'.repeat(40)}`)).toBe(true);
    expect(isZeroAddress(examples[0] ?? '')).toBe(false);
  });
});
