import { validateIBAN } from 'ibantools';
import { expect, test } from 'vitest';
import { checkRecipientDetails } from '../../../../shared/corridors/catalog/recipient-details.ts';
import { sepaCountries } from '../../../../shared/corridors/catalog/sepa-countries.ts';
import { theCorridor } from './support.ts';

/** The examples of the IBAN registry. */
const examples = [
  'AD1200012030200359100100',
  'AL47212110090000000235698741',
  'AT611904300234573201',
  'BE68539007547034',
  'BG80BNBG96611020345678',
  'CH9300762011623852957',
  'CY17002001280000001200527600',
  'CZ6508000000192000145399',
  'DE89370400440532013000',
  'DK5000400440116243',
  'EE382200221020145685',
  'ES9121000418450200051332',
  'FI2112345600000785',
  'FR1420041010050500013M02606',
  'GB29NWBK60161331926819',
  'GR1601101250000000012300695',
  'HR1210010051863000160',
  'HU42117730161111101800000000',
  'IE29AIBK93115212345678',
  'IS140159260076545510730339',
  'IT60X0542811101000000123456',
  'LI21088100002324013AA',
  'LT121000011101001000',
  'LU280019400644750000',
  'LV80BANK0000435195001',
  'MC5811222000010123456789030',
  'MD24AG000225100013104168',
  'ME25505000012345678951',
  'MK07250120000058984',
  'MT84MALT011000012345MTLCAST001S',
  'NL91ABNA0417164300',
  'NO9386011117947',
  'PL61109010140000071219812874',
  'PT50000201231234567890154',
  'RO49AAAA1B31007593840000',
  'RS35260005601001611379',
  'SE4550000000058398257466',
  'SI56263300012039086',
  'SK3112000000198742637541',
  'SM86U0322509800000000270100',
  'VA59001123000012345678',
];

const euros = theCorridor('eur_de_iban');

test('SEPA has 41 countries, each with an example of the registry', () => {
  expect(new Set(sepaCountries).size).toBe(41);
  expect(examples.map((iban) => iban.slice(0, 2)).toSorted()).toEqual([...sepaCountries].sort());
});

test.each([...examples, 'GI75NWBK000000007099453'])('%s can be paid in euros', (iban) => {
  expect(checkRecipientDetails(euros, { iban })).toEqual({ details: { iban } });
});

test.each([
  'AE070331234567890123456',
  'BA391290079401028494',
  'TR330006100519786457841326',
  'UA213223130000026007233566001',
  'XK051212012345678906',
])('%s is refused with a sentence that its country is not reached', (iban) => {
  expect(checkRecipientDetails(euros, { iban })).toEqual({
    issues: [
      {
        path: 'method.recipientDetails.iban',
        message: 'IBAN names a country that payments in euros do not reach',
        code: 'unsupported_country',
      },
    ],
  });
});

/** Every check digit is right. Croatia is missing: zeros never have the check digit that its accounts have of their own. */
const withoutAccount = [
  'AD8200012030000000000000',
  'AL52212110090000000000000000',
  'AT041904300000000000',
  'BE43545000000001',
  'BG76BNBG96611000000000',
  'CH2100762000000000000',
  'CY45002001280000000000000000',
  'CZ4708000000190000000000',
  'DE68370400440000000000',
  'DK6000400000000000',
  'EE702200000000000000',
  'ES5021000418400000000000',
  'FI8512300000000000',
  'FR7620041010920000000000000',
  'GB80NWBK60161300000000',
  'GI17NWBK000000000000000',
  'GR9301101250000000000000000',
  'HU03117730160000000000000000',
  'IE13AIBK93115200000000',
  'IS380159260000005510730339',
  'IT64X0542811101000000000000',
  'LI1008810000000000000',
  'LT621000000000000000',
  'LU930010000000000000',
  'LV66BANK0000000000000',
  'MC5811222000810000000000000',
  'MD97AG000000000000000000',
  'ME25554000000000000000',
  'MK07227000000000000',
  'MT54MALT01100000000000000000000',
  'NL85ABNA0000000000',
  'NO0886010000000',
  'PL34109010140000000000000000',
  'PT50000201890000000000000',
  'RO65AAAA0000000000000000',
  'RS35263000000000000000',
  'SE3150000000000000000000',
  'SI56263860000000000',
  'SK3612000000190000000000',
  'SM35U0322509800000000000000',
  'VA29001000000000000000',
];

test('there is such a number for every other country that is reached', () => {
  const countries = withoutAccount.map((iban) => iban.slice(0, 2));
  expect(countries.toSorted()).toEqual([...sepaCountries, 'GI'].filter((country) => country !== 'HR').toSorted());
});

test.each(withoutAccount)('%s names a bank and an account of zeros, and is refused', (iban) => {
  expect(validateIBAN(iban).valid).toBe(true);
  expect(checkRecipientDetails(euros, { iban })).toMatchObject({
    issues: [{ path: 'method.recipientDetails.iban', code: 'invalid_format' }],
  });
});
