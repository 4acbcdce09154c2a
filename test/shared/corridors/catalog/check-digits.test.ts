import fc from 'fast-check';
import { composeIBAN } from 'ibantools';
import { describe, expect, test } from 'vitest';
import { abaCheckDigit, isAba } from '../../../../shared/corridors/catalog/fields/american.ts';
import {
  cnpjCheckDigits,
  cpfCheckDigits,
  isCnpj,
  isCpf,
} from '../../../../shared/corridors/catalog/fields/brazilian-numbers.ts';
import { clabeCheckDigit, isClabe } from '../../../../shared/corridors/catalog/fields/mexican.ts';
import { isNuban, nubanCheckDigit } from '../../../../shared/corridors/catalog/fields/nigerian.ts';
import { checkRecipientDetails } from '../../../../shared/corridors/catalog/recipient-details.ts';
import { digits, singleDigitChanges, theCorridor } from './support.ts';

describe('numbers published by their issuers are valid', () => {
  test.each([
    ['routing number', isAba, ['021000021', '011401533', '091000019']],
    ['CLABE', isClabe, ['032180000118359719', '002010077777777771']],
    ['CPF', isCpf, ['52998224725', '11144477735']],
    ['CNPJ', isCnpj, ['11222333000181', '12ABC34501DE35']],
    ['NUBAN of bank 011', (text: string) => isNuban('011', text), ['0000014579', '0000000220']],
  ] as const)('%s', (_, isValid, numbers) => {
    for (const number of numbers) expect(isValid(number), number).toBe(true);
  });
});

describe('a computed check digit is verified', () => {
  test('of every kind of number', () => {
    fc.assert(
      fc.property(digits(17), digits(12), digits(3), (long, middle, bank) => {
        expect(isAba(middle.slice(0, 8) + abaCheckDigit(middle.slice(0, 8)))).toBe(true);
        expect(isClabe(long + clabeCheckDigit(long))).toBe(true);
        expect(isNuban(bank, middle.slice(0, 9) + nubanCheckDigit(bank, middle.slice(0, 9)))).toBe(true);
        fc.pre(new Set(middle.slice(0, 9)).size > 1);
        expect(isCpf(middle.slice(0, 9) + cpfCheckDigits(middle.slice(0, 9)))).toBe(true);
        expect(isCnpj(middle + cnpjCheckDigits(middle))).toBe(true);
      }),
    );
  });
});

describe('a Nigerian institution with more digits than a bank', () => {
  // 9·3+5·7+0·3+5·3+4·7+7·3 = 126 of the institution, and 0·3+…+1·3+4·3+5·7+7·3 = 71 of the serial: 197, and 3 to the next ten.
  test('enters the check digit as the central bank writes it: 50547 as 950547', () => {
    expect(nubanCheckDigit('50547', '000001457')).toBe('3');
    expect(nubanCheckDigit('950547', '000001457')).toBe('3');
    expect(nubanCheckDigit('011', '000001457')).toBe('9');
  });

  // Examples in the README and the tests of nosakhare/Nigeria-Bank-Account-NUBAN-Algorithm and 03balogun/nuban-bank-prediction-algorithm.
  test.each([
    ['Moniepoint', '50515', '4000675874'],
    ['Moniepoint', '50515', '5522116946'],
    ['PalmPay', '999991', '2182813377'],
    ['PalmPay', '999991', '8106136519'],
  ])('an example that others publish for %s, %s %s, is valid', (_, bankCode, accountNumber) => {
    const details = { bankCode, accountNumber };
    expect(checkRecipientDetails(theCorridor('ngn_ng_account'), details)).toEqual({ details });
  });

  test.each(['50211', '50515', '950211', '999992', '999991'])('%s can be paid', (bankCode) => {
    const accountNumber = `803123456${nubanCheckDigit(bankCode, '803123456')}`;
    const details = { bankCode, accountNumber };
    const corridor = theCorridor('ngn_ng_account');
    expect(checkRecipientDetails(corridor, details)).toEqual({ details });
    for (const changed of singleDigitChanges(accountNumber)) {
      const checked = checkRecipientDetails(corridor, { bankCode, accountNumber: changed });
      expect(checked).toMatchObject({ issues: [{ code: 'invalid_check_digit' }] });
    }
  });

  test.each(['000', '00000', '900000', '000013', '100004', '5051', '9999999'])('%s is no code', (bankCode) => {
    const checked = checkRecipientDetails(theCorridor('ngn_ng_account'), { bankCode, accountNumber: '0000014579' });
    expect(checked).toMatchObject({ issues: [{ path: 'method.recipientDetails.bankCode', code: 'invalid_format' }] });
  });
});

describe('every change of a single digit is refused', () => {
  test('in a routing number', () => {
    fc.assert(
      fc.property(digits(8), (base) => {
        for (const changed of singleDigitChanges(base + abaCheckDigit(base))) expect(isAba(changed)).toBe(false);
      }),
    );
  });

  test('in a CLABE', () => {
    fc.assert(
      fc.property(digits(17), (base) => {
        for (const changed of singleDigitChanges(base + clabeCheckDigit(base))) expect(isClabe(changed)).toBe(false);
      }),
    );
  });

  test('in a NUBAN and in its bank code', () => {
    fc.assert(
      fc.property(digits(3), digits(9), (bank, serial) => {
        const account = serial + nubanCheckDigit(bank, serial);
        for (const changed of singleDigitChanges(account)) expect(isNuban(bank, changed)).toBe(false);
        for (const changed of singleDigitChanges(bank)) expect(isNuban(changed, account)).toBe(false);
      }),
    );
  });

  test('in an IBAN', () => {
    const corridor = theCorridor('eur_de_iban');
    fc.assert(
      fc.property(digits(18), (bban) => {
        const iban = composeIBAN({ countryCode: 'DE', bban }) ?? '';
        expect(checkRecipientDetails(corridor, { iban })).toEqual({ details: { iban } });
        for (const changed of singleDigitChanges(iban)) {
          expect(checkRecipientDetails(corridor, { iban: changed })).toMatchObject({
            issues: [{ path: 'method.recipientDetails.iban', code: 'invalid_check_digit' }],
          });
        }
      }),
      { numRuns: 20 },
    );
  });

  // Both remainders 0 and 1 give the digit 0, so the rule itself misses a few changes of other numbers.
  test.each([
    ['CPF', isCpf, '52998224725'],
    ['CNPJ', isCnpj, '11222333000181'],
  ] as const)('in the example of a %s', (_, isValid, number) => {
    for (const changed of singleDigitChanges(number)) expect(isValid(changed), changed).toBe(false);
  });
});

test('a Brazilian number of one digit repeated is refused although its check digits are right', () => {
  expect(isCpf('11111111111')).toBe(false);
  expect(isCnpj('00000000000000')).toBe(false);
});

test('text of another length or alphabet is no number of any kind', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!/^[0-9A-Z]+$/.test(text));
      for (const isValid of [isAba, isClabe, isCpf, isCnpj]) expect(isValid(text)).toBe(false);
      expect(isNuban('011', text)).toBe(false);
      expect(isNuban(text, '0000014579')).toBe(false);
    }),
  );
});
