import { isSEPACountry, ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import type { Corridor, RecipientField } from '../../ports/corridor.ts';
import { isAba, isClabe, isNuban } from './check-digits.ts';
import { lowerCase, upperCase, withoutSpaces } from './letters.ts';
import { hasValidPixCheckDigits, normalizePixKey } from './pix-key.ts';

export type Fault = 'invalid_format' | 'invalid_check_digit';

/** How a field is normalized for storage, by field name; other fields only lose their spaces. */
const NORMALIZERS: ReadonlyMap<string, (text: string) => string> = new Map([
  ['iban', (text) => upperCase(withoutSpaces(text).replaceAll('-', ''))],
  ['sortCode', (text) => withoutSpaces(text).replaceAll('-', '')],
  ['ifsc', (text) => upperCase(withoutSpaces(text))],
  ['bankCode', (text) => upperCase(withoutSpaces(text))],
  ['accountType', (text) => lowerCase(withoutSpaces(text))],
  ['pixKey', normalizePixKey],
]);

export function normalizeField(name: string, text: string): string {
  return (NORMALIZERS.get(name) ?? withoutSpaces)(text);
}

const CHECK_DIGIT_FAULTS = new Set([
  ValidationErrorsIBAN.WrongIBANChecksum,
  ValidationErrorsIBAN.WrongAccountBankBranchChecksum,
]);

/**
 * Accepts IBANs of any SEPA country: a payer may not demand one of the payee's own country (Regulation (EU) 260/2012,
 * article 9).
 */
function ibanFault(iban: string): Fault | undefined {
  if (!isSEPACountry(iban.slice(0, 2))) return 'invalid_format';
  const { valid, errorCodes } = validateIBAN(iban);
  if (valid) return undefined;
  return errorCodes.every((code) => CHECK_DIGIT_FAULTS.has(code)) ? 'invalid_check_digit' : 'invalid_format';
}

function checkDigitFault(isRight: boolean): Fault | undefined {
  return isRight ? undefined : 'invalid_check_digit';
}

type Details = Readonly<Record<string, string>>;

/** Checks that a pattern cannot express. `details` are the normalized fields that match their patterns. */
const RULES: ReadonlyMap<string, (value: string, details: Details) => Fault | undefined> = new Map([
  ['iban', ibanFault],
  ['routingNumber', (value: string) => checkDigitFault(isAba(value))],
  ['clabe', (value: string) => checkDigitFault(isClabe(value))],
  ['pixKey', (value: string) => checkDigitFault(hasValidPixCheckDigits(value))],
]);

/** The check digit also covers the bank code, so it cannot be checked while the bank code is faulty. */
function nubanFault(value: string, { bankCode }: Details): Fault | undefined {
  return bankCode === undefined ? undefined : checkDigitFault(isNuban(bankCode, value));
}

/** Whether a normalized value has the shape that the corridors listing shows. */
export function matchesPattern(field: RecipientField, value: string): boolean {
  return new RegExp(field.pattern).test(value);
}

/** The fault of a value that matches its pattern, or undefined. */
export function fieldFault(corridor: Corridor, name: string, details: Details): Fault | undefined {
  const value = details[name] ?? '';
  if (corridor.country === 'NG' && name === 'accountNumber') return nubanFault(value, details);
  return RULES.get(name)?.(value, details);
}
