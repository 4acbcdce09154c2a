import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accountIdentity } from '../../../../../shared/corridors/catalog/account-identity.ts';
import { cpfCheckDigits, isCpf } from '../../../../../shared/corridors/catalog/fields/brazilian-numbers.ts';
import { checkRecipientDetails } from '../../../../../shared/corridors/catalog/recipient-details.ts';
import { digits, theCorridor } from '../support.ts';

const brazil = theCorridor('brl_br_pix_key');

function read(pixKey: string, pixKeyType?: string) {
  const checked = checkRecipientDetails(brazil, { pixKey, ...(pixKeyType && { pixKeyType }) });
  return 'details' in checked ? checked.details : checked.issues.map(({ code }) => code).join();
}

/** Area codes in use. */
const areaCodes = fc.constantFrom('11', '21', '27', '34', '48', '51', '55', '61', '79', '85', '91', '98');
const mobiles = fc.tuple(areaCodes, digits(8)).map(([area, rest]) => `${area}9${rest}`);
const cpfs = digits(9)
  .map((base) => base + cpfCheckDigits(base))
  .filter(isCpf);

const punctuatedPhones = (phone: string) => {
  const [area, first, last] = [phone.slice(0, 2), phone.slice(2, -4), phone.slice(-4)];
  return [
    `+55${phone}`,
    `+55 ${area} ${first} ${last}`,
    `+55-${area}-${first}-${last}`,
    `+55 (${area}) ${first}-${last}`,
    `55 ${area} ${first}-${last}`,
    `(${area}) ${first}-${last}`,
    `(${area})${phone.slice(2)}`,
    `${area} ${first}-${last}`,
    `${area} ${first}\u2011${last}`,
    `${area}.${first}.${last}`,
    `\u202a+55 ${area} ${first}\u2013${last}\u202c`,
  ];
};
const punctuatedCpf = (cpf: string) => cpf.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4');

describe('a mobile number and a CPF', () => {
  test('a number that has the check digits of somebody else is that number when it is written as one', () => {
    expect(isCpf('11960017071')).toBe(true);
    for (const written of punctuatedPhones('11960017071')) {
      expect(read(written), written).toEqual({ pixKey: '+5511960017071' });
    }
  });

  test('are told apart by their punctuation, in 10,000 of each', () => {
    fc.assert(
      fc.property(mobiles, cpfs, (phone, cpf) => {
        for (const written of punctuatedPhones(phone)) expect(read(written)).toEqual({ pixKey: `+55${phone}` });
        expect(read(punctuatedCpf(cpf))).toMatchObject({ pixKey: cpf });
      }),
      { numRuns: 10_000 },
    );
  });

  test('are refused as bare digits that could be either, in 10,000 of each', () => {
    fc.assert(
      fc.property(mobiles, cpfs, (phone, cpf) => {
        expect(read(phone)).toBe('ambiguous');
        expect([cpf, 'ambiguous']).toContain(typeof read(cpf) === 'string' ? read(cpf) : cpf);
      }),
      { numRuns: 10_000 },
    );
  });

  test('are what the caller names them', () => {
    fc.assert(
      fc.property(mobiles, cpfs, (phone, cpf) => {
        expect(read(phone, 'phone')).toEqual({ pixKey: `+55${phone}`, pixKeyType: 'phone' });
        expect(read(cpf, 'cpf')).toEqual({ pixKey: cpf, pixKeyType: 'cpf' });
        expect(typeof read(punctuatedCpf(cpf), 'phone')).toBe('string');
        expect(typeof read(`(${phone.slice(0, 2)}) ${phone.slice(2)}`, 'cpf')).toBe('string');
      }),
    );
  });

  test('a CPF that could be a mobile number is stored with its kind, so that it checks as itself', () => {
    const stored = read('119.600.170-71');
    expect(stored).toEqual({ pixKey: '11960017071', pixKeyType: 'cpf' });
    expect(read('11960017071', 'cpf')).toEqual(stored);
  });

  test('a message says what to write', () => {
    expect(checkRecipientDetails(brazil, { pixKey: '11 96001 7071' })).toMatchObject({
      issues: [{ path: 'method.recipientDetails.pixKey', code: 'ambiguous', message: /\+55.*pixKeyType/ }],
    });
  });
});

describe('a kind is not guessed from the length', () => {
  test.each([
    // Ten digits are a landline, or a CPF that lost its zero; thirteen a phone number, or a CNPJ that lost its zero.
    ['1131234567', undefined, 'invalid_format'],
    ['5511912345678', undefined, 'invalid_format'],
    ['5511912345678', 'phone', { pixKey: '+5511912345678', pixKeyType: 'phone' }],
    ['1131234567', 'phone', { pixKey: '+551131234567', pixKeyType: 'phone' }],
    ['1131234567', 'cpf', 'invalid_format'],
    ['(55) 3123-4567', undefined, { pixKey: '+555531234567' }],
    ['(55) 99123-4567', undefined, { pixKey: '+5555991234567' }],
    ['52998224725', undefined, { pixKey: '52998224725' }],
    ['52998224726', undefined, 'invalid_check_digit'],
    ['529 982 247 25', undefined, { pixKey: '52998224725' }],
    ['529982247-25', undefined, { pixKey: '52998224725' }],
    ['52.998224.725', undefined, 'invalid_format'],
    ['5299822472-5', undefined, 'invalid_format'],
    ['abc(11) 98765-4321xyz', undefined, 'invalid_format'],
    ['(11 98765-4321', undefined, 'invalid_format'],
    ['+1 (11) 98765-4321', undefined, 'invalid_format'],
    ['11.222.333/0001-81', 'cnpj', { pixKey: '11222333000181', pixKeyType: 'cnpj' }],
    ['11222333000181', 'cpf', 'invalid_format'],
    ['ana@example.com', 'email', { pixKey: 'ana@example.com', pixKeyType: 'email' }],
    ['ana@example.com', 'phone', 'invalid_format'],
    ['ana@example.com', 'Email ', { pixKey: 'ana@example.com', pixKeyType: 'email' }],
    ['ana@example.com', 'mail', 'invalid_format'],
    ['an\u200ba@example.com', undefined, { pixKey: 'ana@example.com' }],
    ['ana\u2013souza@example.com', undefined, 'invalid_format'],
    ['ana\u3164souza@example.com', undefined, 'invalid_format'],
    [
      '123e4567-e89b-42d3-a456-426614174000',
      'random',
      { pixKey: '123e4567-e89b-42d3-a456-426614174000', pixKeyType: 'random' },
    ],
  ] as const)('%j as %s: %j', (pixKey, kind, expected) => {
    expect(read(pixKey, kind)).toEqual(expected);
  });
});

test('the kind of a key makes no other account', () => {
  const identity = accountIdentity(brazil, { pixKey: '52998224725' });
  expect(identity).toBe('BR:52998224725');
  expect(accountIdentity(brazil, { pixKey: '52998224725', pixKeyType: 'cpf' })).toBe(identity);
});
