import type { RecipientField } from '../../ports/corridor.ts';
import { pixKeyKinds, pixKeyPattern } from './pix-key.ts';

function required(name: string, label: string, pattern: string, example: string): RecipientField {
  return { name, label, required: true, pattern, example };
}

/**
 * Two country letters, two check digits, then the part that the country defines: 15 (Norway) to 34 characters in all.
 */
export function ibanField(example: string): RecipientField {
  return required('iban', 'IBAN', '^[A-Z]{2}[0-9]{2}(?!0+$)[A-Z0-9]{11,30}$', example);
}

export const sortCode = required('sortCode', 'Sort code', '^(?!0+$)[0-9]{6}$', '601613');
export const britishAccount = required('accountNumber', 'Account number', '^(?!0+$)[0-9]{8}$', '31926819');

/** The first two digits are a Federal Reserve district, +20 for thrifts, +60 for electronic ones; 80 is for cheques. */
export const routingNumber = required(
  'routingNumber',
  'Routing number',
  '^(?:0[1-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)[0-9]{7}$',
  '021000021',
);
export const americanAccount = required('accountNumber', 'Account number', '^(?!0+$)[0-9]{4,17}$', '123456789');
export const accountType = required('accountType', 'Account type', '^(?:checking|savings)$', 'checking');

export const ifsc = required('ifsc', 'IFSC', '^[A-Z]{4}0[A-Z0-9]{6}$', 'HDFC0000001');
export const indianAccount = required('accountNumber', 'Account number', '^(?!0+$)[0-9]{9,18}$', '50100123456789');

export const pixKey = required('pixKey', 'PIX key', pixKeyPattern, '52998224725');
export const pixKeyType: RecipientField = {
  name: 'pixKeyType',
  label: 'Kind of PIX key',
  required: false,
  pattern: `^(?:${pixKeyKinds.join('|')})$`,
  example: 'cpf',
};

/** A BIC of the country: its fifth and sixth letters (ISO 9362). */
export const philippineBank = required('bankCode', 'Bank code', '^[A-Z]{4}PH[A-Z0-9]{2}(?:[A-Z0-9]{3})?$', 'BOPIPHMM');
export const philippineAccount = required('accountNumber', 'Account number', '^(?!0+$)[0-9]{6,16}$', '001234567890');

/**
 * Three digits of a bank, five of another institution, or those five after the nine that the central bank puts before them. Six digits that
 * begin otherwise are the codes of a network, which the check digit does not cover: `000013` is not bank 013 there.
 */
export const nigerianBank = required(
  'bankCode',
  'Bank code',
  '^(?!0+$)(?!90+$)(?:[0-9]{3}|[0-9]{5}|9[0-9]{5})$',
  '011',
);
export const nigerianAccount = required('accountNumber', 'Account number', '^(?!0+$)[0-9]{10}$', '0000014579');

/** Three digits of a bank, three of a place, eleven of the account, and a check digit. */
export const clabe = required('clabe', 'CLABE', '^(?!000)(?![0-9]{6}0{11})[0-9]{18}$', '032180000118359719');
