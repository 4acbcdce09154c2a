import type { RecipientField } from '../../ports/corridor.ts';
import { pixKeyPattern } from './pix-key.ts';

function required(name: string, label: string, pattern: string, example: string): RecipientField {
  return { name, label, required: true, pattern, example };
}

/**
 * Two country letters, two check digits, then the part that the country defines: 15 (Norway) to 34 characters in all.
 */
export function ibanField(example: string): RecipientField {
  return required('iban', 'IBAN', '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$', example);
}

export const sortCode = required('sortCode', 'Sort code', '^[0-9]{6}$', '601613');
export const britishAccount = required('accountNumber', 'Account number', '^[0-9]{8}$', '31926819');

/** The first two digits are a Federal Reserve district, +20 for thrifts, +60 for electronic ones; 80 is for cheques. */
export const routingNumber = required(
  'routingNumber',
  'Routing number',
  '^(?:0[1-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)[0-9]{7}$',
  '021000021',
);
export const americanAccount = required('accountNumber', 'Account number', '^[0-9]{4,17}$', '123456789');
export const accountType = required('accountType', 'Account type', '^(?:checking|savings)$', 'checking');

export const ifsc = required('ifsc', 'IFSC', '^[A-Z]{4}0[A-Z0-9]{6}$', 'HDFC0000001');
export const indianAccount = required('accountNumber', 'Account number', '^[0-9]{9,18}$', '50100123456789');

export const pixKey = required('pixKey', 'PIX key', pixKeyPattern, '52998224725');

export const philippineBank = required('bankCode', 'Bank code', '^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$', 'BOPIPHMM');
export const philippineAccount = required('accountNumber', 'Account number', '^[0-9]{6,16}$', '001234567890');

/** 000 names no bank; without the look-ahead a field of zeros would pass the check digit. */
export const nigerianBank = required('bankCode', 'Bank code', '^(?!000)[0-9]{3}$', '011');
export const nigerianAccount = required('accountNumber', 'Account number', '^[0-9]{10}$', '0000014579');

export const clabe = required('clabe', 'CLABE', '^(?!000)[0-9]{18}$', '032180000118359719');
