import type { RecipientDetails } from '../../../ports/corridor.ts';
import { toNextTen, weightedSum } from './digit-sums.ts';
import { checkDigitFault, grouped, required } from './field.ts';

/**
 * The six digits by which an institution enters its check digits (Central Bank of Nigeria, Revised Standards on NUBAN, March 2020): three of a bank
 * after three zeros, five of another institution after a nine. Six digits are that form itself.
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

/** The five digits of an institution after the nine of the central bank are the same institution as without it. */
function withoutNine(bankCode: string): string {
  return /^9[0-9]{5}$/.test(bankCode) ? bankCode.slice(1) : bankCode;
}

/**
 * Three digits of a bank, five of another institution, or those five after the nine that the central bank puts before them. Six digits that
 * begin otherwise are the codes of a network, which the check digit does not cover: `000013` is not bank 013 there.
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
  // The check digit also covers the bank code, so it cannot be checked while the bank code is faulty.
  faultOf: (value, { bankCode }) => (bankCode === undefined ? undefined : checkDigitFault(isNuban(bankCode, value))),
  checkDigits: {
    countIn: () => 1,
    after: (serial, { bankCode = '' }: RecipientDetails) => nubanCheckDigit(bankCode, serial),
  },
});
