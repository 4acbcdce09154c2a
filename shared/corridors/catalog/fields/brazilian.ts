import type { AccountFault, RecipientDetails, RecipientField } from '../../../ports/corridor.ts';
import { lowerCase, withoutSpacing } from '../letters.ts';
import { cpfCheckDigits } from './brazilian-numbers.ts';
import { checkDigitFault, required } from './field.ts';
import {
  couldBeMobile,
  hasValidPixCheckDigits,
  kindToStore,
  normalizePixKey,
  type PixKeyKind,
  pixKeyKind,
  pixKeyKinds,
  pixKeyPattern,
} from './pix-key.ts';

/** The number of check digits at the end of a key. Kinds that are not listed are not numeric. */
const checkDigitsOf: Readonly<Partial<Record<PixKeyKind, number>>> = { cpf: 2, cnpj: 2, phone: 0 };

function normalizeKind(text: string): string {
  return lowerCase(withoutSpacing(text));
}

function faultOfKey(key: string, { pixKeyType }: RecipientDetails): AccountFault | undefined {
  const kind = pixKeyKind(key);
  if (pixKeyType !== undefined && pixKeyType !== kind) return 'invalid_format';
  if (pixKeyType === undefined && kind === 'cpf' && couldBeMobile(key)) return 'ambiguous';
  return checkDigitFault(hasValidPixCheckDigits(key));
}

export const pixKey = required('pixKey', 'PIX key', pixKeyPattern, '52998224725', {
  forms: '52998224725, 11222333000181, ana@example.com, +5511912345678 or 123e4567-e89b-42d3-a456-426614174000',
  normalize: (text, { pixKeyType = '' }) => normalizePixKey(text, normalizeKind(pixKeyType)),
  // Sometimes only the punctuation shows that a key is a CPF, and the stored form has none.
  implied: (text) => ({ pixKeyType: kindToStore(text) }),
  faultOf: faultOfKey,
  checkDigits: {
    countIn(key) {
      const kind = pixKeyKind(key);
      return kind && checkDigitsOf[kind];
    },
    after: cpfCheckDigits,
  },
});

export const pixKeyType: RecipientField = {
  name: 'pixKeyType',
  label: 'Kind of PIX key',
  required: false,
  pattern: `^(?:${pixKeyKinds.join('|')})$`,
  example: 'cpf',
  rules: { isDescriptive: true, normalize: normalizeKind },
};
