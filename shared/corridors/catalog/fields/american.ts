import { lowerCase, withoutSpacing } from '../letters.ts';
import { toNextTen, weightedSum } from './digit-sums.ts';
import { checkDigitFault, grouped, required } from './field.ts';

/** Check digit of a US routing number. @param digits the eight digits before it */
export function abaCheckDigit(digits: string): string {
  return toNextTen(weightedSum(digits, [3, 7, 1]));
}

export function isAba(text: string): boolean {
  return /^\d{9}$/.test(text) && abaCheckDigit(text.slice(0, 8)) === text.slice(8);
}

/**
 * The first two digits are a Federal Reserve district, +20 for thrifts, +60 for electronic transactions; 80 is for
 * checks.
 */
export const routingNumber = required(
  'routingNumber',
  'Routing number',
  '^(?:0[1-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)[0-9]{7}$',
  '021000021',
  { ...grouped, faultOf: (value) => checkDigitFault(isAba(value)) },
);

export const americanAccount = required(
  'accountNumber',
  'Account number',
  '^(?!0+$)[0-9]{4,17}$',
  '123456789',
  grouped,
);

export const accountType = required('accountType', 'Account type', '^(?:checking|savings)$', 'checking', {
  isDescriptive: true,
  normalize: (text) => lowerCase(withoutSpacing(text)),
});
