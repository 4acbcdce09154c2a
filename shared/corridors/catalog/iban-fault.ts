import { ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import type { AccountFault } from '../../ports/corridor.ts';
import { namesAccount } from './iban-accounts.ts';
import { isReachedInEuros } from './sepa-countries.ts';

const checkDigitFaults = new Set([
  ValidationErrorsIBAN.WrongIBANChecksum,
  ValidationErrorsIBAN.WrongAccountBankBranchChecksum,
]);

/**
 * Accepts IBANs of any SEPA country: a payer must not demand one from the payee's own country (Regulation (EU)
 * 260/2012, article 9).
 */
export function ibanFault(iban: string): AccountFault | undefined {
  if (!isReachedInEuros(iban.slice(0, 2))) return 'unsupported_country';
  if (!namesAccount(iban)) return 'invalid_format';
  const { valid, errorCodes } = validateIBAN(iban);
  if (valid) return undefined;
  return errorCodes.every((code) => checkDigitFaults.has(code)) ? 'invalid_check_digit' : 'invalid_format';
}
