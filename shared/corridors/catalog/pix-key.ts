import { isCnpj, isCpf } from './check-digits.ts';
import { lowerCase, upperCase, withoutSpaces } from './letters.ts';

export type PixKeyKind = 'cpf' | 'cnpj' | 'email' | 'phone' | 'random';

const SHAPES: Readonly<Record<PixKeyKind, string>> = {
  cpf: '[0-9]{11}',
  // Letters are issued since 2026; the check digits stay digits.
  cnpj: '[0-9A-Z]{12}[0-9]{2}',
  // 77 characters: the directory's limit.
  email: "(?=.{3,77}$)[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(?:\\.[a-z0-9-]+)+",
  // Area code without zeros, then a landline's eight digits or a mobile's nine.
  phone: '\\+55[1-9]{2}[0-9]{8,9}',
  random: '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
};

const KINDS = (Object.keys(SHAPES) as PixKeyKind[]).map((kind) => ({ kind, shape: new RegExp(`^${SHAPES[kind]}$`) }));

/** Anchored pattern of every kind of normalized key. */
export const pixKeyPattern = `^(?:${Object.values(SHAPES).join('|')})$`;

/** The kind of key whose shape a normalized text has. Check digits are not verified. */
export function pixKeyKind(key: string): PixKeyKind | undefined {
  return KINDS.find(({ shape }) => shape.test(key))?.kind;
}

/** Whether the check digits are right, for the kinds that have them. */
export function hasValidPixCheckDigits(key: string): boolean {
  const kind = pixKeyKind(key);
  if (kind === 'cpf') return isCpf(key);
  return kind === 'cnpj' ? isCnpj(key) : true;
}

/**
 * The key as the directory writes it: `529.982.247-25` and `+55 (11) 91234-5678` lose their punctuation, e-mail
 * addresses and random keys are lower-case.
 */
export function normalizePixKey(text: string): string {
  // A space within an address is a mistake, and joining its parts could name somebody else.
  if (text.includes('@')) return lowerCase(text.trim());
  const key = lowerCase(withoutSpaces(text));
  if (key.startsWith('+')) return key.replace(/[()-]/g, '');
  return pixKeyKind(key) === 'random' ? key : upperCase(key.replace(/[./-]/g, ''));
}
