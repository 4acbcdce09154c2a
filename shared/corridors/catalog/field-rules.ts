import { ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import type { Corridor, RecipientField } from '../../ports/corridor.ts';
import { bankOf } from './account-identity.ts';
import { isAba, isClabe, isNuban } from './check-digits.ts';
import { namesAccount } from './iban-accounts.ts';
import { lowerCase, upperCase, withoutInvisible, withoutSpaces, withPlainDashes } from './letters.ts';
import { couldBeMobile, hasValidPixCheckDigits, kindToStore, normalizePixKey, pixKeyKind } from './pix-key.ts';
import { isReachedInEuros } from './sepa-countries.ts';

export type Fault = 'invalid_format' | 'invalid_check_digit' | 'ambiguous' | 'unsupported_country';

type Details = Readonly<Record<string, string>>;

/** Fields of letters and digits: a dash in them only groups what people read. */
export const GROUPED: ReadonlySet<string> = new Set([
  'iban',
  'sortCode',
  'accountNumber',
  'routingNumber',
  'ifsc',
  'bankCode',
  'clabe',
]);

/** How a field is normalized for storage besides, by field name. */
const NORMALIZERS: ReadonlyMap<string, (text: string) => string> = new Map([
  // No country's IBANs begin with IB, so the word is only a heading.
  ['iban', (text) => upperCase(text).replace(/^IBAN:?/, '')],
  ['ifsc', upperCase],
  ['bankCode', (text) => bankOf(upperCase(text))],
  ['accountType', lowerCase],
  ['pixKeyType', lowerCase],
]);

/** Without what a copied text carries and the field cannot contain. */
function asTyped(name: string, pasted: string): string {
  const text = withoutInvisible(withoutSpaces(pasted));
  return GROUPED.has(name) ? withPlainDashes(text).replaceAll('-', '') : text;
}

/** @param given the other fields, of which one can say how to read this one */
export function normalizeField(name: string, text: string, given: Details): string {
  if (name === 'pixKey') return normalizePixKey(text, normalizeField('pixKeyType', ownText(given, 'pixKeyType'), {}));
  const typed = asTyped(name, text);
  return NORMALIZERS.get(name)?.(typed) ?? typed;
}

/** Only own properties count: every object inherits `constructor`, and it is no field. */
export function ownText(details: Details, name: string): string {
  return Object.hasOwn(details, name) ? (details[name] ?? '') : '';
}

/** The details with what only the writing of a field tells, and its stored form does not: that a PIX key is a CPF. */
export function withImpliedFields(corridor: Corridor, details: Details): Details {
  if (corridor.accountField !== 'pixKey' || ownText(details, 'pixKeyType') !== '') return details;
  const pixKeyType = kindToStore(ownText(details, 'pixKey'));
  return pixKeyType ? { ...details, pixKeyType } : details;
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
  if (!isReachedInEuros(iban.slice(0, 2))) return 'unsupported_country';
  if (!namesAccount(iban)) return 'invalid_format';
  const { valid, errorCodes } = validateIBAN(iban);
  if (valid) return undefined;
  return errorCodes.every((code) => CHECK_DIGIT_FAULTS.has(code)) ? 'invalid_check_digit' : 'invalid_format';
}

function checkDigitFault(isRight: boolean): Fault | undefined {
  return isRight ? undefined : 'invalid_check_digit';
}

function pixKeyFault(key: string, { pixKeyType }: Details): Fault | undefined {
  const kind = pixKeyKind(key);
  if (pixKeyType !== undefined && pixKeyType !== kind) return 'invalid_format';
  if (pixKeyType === undefined && kind === 'cpf' && couldBeMobile(key)) return 'ambiguous';
  return checkDigitFault(hasValidPixCheckDigits(key));
}

/** Checks that a pattern cannot express. `details` are the normalized fields that match their patterns. */
const RULES: ReadonlyMap<string, (value: string, details: Details) => Fault | undefined> = new Map([
  ['iban', ibanFault],
  ['routingNumber', (value: string) => checkDigitFault(isAba(value))],
  ['clabe', (value: string) => checkDigitFault(isClabe(value))],
  ['pixKey', pixKeyFault],
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
