import type { RecipientDetails } from '../../../ports/corridor.ts';
import { toNextTen, weightedSum } from './digit-sums.ts';
import { checkDigitFault, grouped, required } from './field.ts';

/**
 * The six digits that represent an institution in the check digit rule (Central Bank of Nigeria, Revised Standards on
 * NUBAN, March 2020): three zeros and the three digits of a bank, or a nine and the five digits of another institution.
 * A six-digit code is already in this form.
 */
function nubanInstitution(code: string): string {
  if (code.length === 3) return `000${code}`;
  return code.length === 5 ? `9${code}` : code;
}

/** Check digit of a Nigerian NUBAN. @param bankCode three, five or six digits @param serial the nine digits before it */
export function nubanCheckDigit(bankCode: string, serial: string): string {
  return toNextTen(weightedSum(nubanInstitution(bankCode) + serial, [3, 7, 3]));
}

export function isNuban(bankCode: string, text: string): boolean {
  if (!/^(?:\d{3}|\d{5}|9\d{5})$/.test(bankCode) || !/^\d{10}$/.test(text)) return false;
  return nubanCheckDigit(bankCode, text.slice(0, 9)) === text.slice(9);
}

/** The five-digit code of an institution. With the central bank's nine in front, it names the same institution. */
function withoutNine(bankCode: string): string {
  return /^9[0-9]{5}$/.test(bankCode) ? bankCode.slice(1) : bankCode;
}

/**
 * Three digits for a bank, five for another institution, or those five after the nine that the central bank puts in
 * front. Other six-digit codes belong to a network, and the check digit does not cover them: `000013` there is not bank
 * 013.
 */
export const nigerianBank = required(
  'bankCode',
  'Bank code',
  '^(?!0+$)(?!90+$)(?:[0-9]{3}|[0-9]{5}|9[0-9]{5})$',
  '011',
  { ...grouped, comparable: withoutNine },
);

export const nigerianAccount = required('accountNumber', 'Account number', '^(?!0+$)[0-9]{10}$', '0000014579', {
  ...grouped,
  // The check digit also covers the bank code, so it cannot be verified while the bank code is faulty.
  faultOf: (value, { bankCode }) => (bankCode === undefined ? undefined : checkDigitFault(isNuban(bankCode, value))),
  checkDigits: {
    countIn: () => 1,
    after: (serial, { bankCode = '' }: RecipientDetails) => nubanCheckDigit(bankCode, serial),
  },
});
